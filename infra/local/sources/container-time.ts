import { getContainerRuntimeClient } from 'testcontainers';

// Run by docker.ts: prints the processor time that a container has used, or nothing if it
// does not run (yet).
const NANOSECONDS = 1e9;

const client = await getContainerRuntimeClient();
const container = client.container.getById(process.argv[2] ?? '');
const { State } = await container.inspect();
if (State.Running) {
  const { cpu_stats: used } = await container.stats({ stream: false, 'one-shot': true });
  console.log(`used ${used.cpu_usage.total_usage / NANOSECONDS} s`);
}
process.exit(0);
