import { type ContainerRuntimeClient, getContainerRuntimeClient, ImageName } from 'testcontainers';
import { removeContainer, removeVolume } from './container-engine.ts';

// Run by docker.ts and leftover-containers.ts as a child process, because a hanging engine or registry
// can only be abandoned that way: `container-client.ts <request> <name …>`.
const STOP_TIMEOUT_S = 25;
const NANOSECONDS = 1e9;

type Request = (client: ContainerRuntimeClient, name: string) => Promise<void>;

const REQUESTS: Record<string, Request> = {
  image: provideImage,
  time: printProcessorTime,
  remove: (client, name) => removeContainer(client, name, STOP_TIMEOUT_S),
  async 'remove-with-data'(client, name) {
    await removeContainer(client, name, STOP_TIMEOUT_S);
    await removeVolume(client, name);
  },
};

const [request = '', ...names] = process.argv.slice(2);
const client = await getContainerRuntimeClient();
for (const name of names) await REQUESTS[request]?.(client, name);
// Open connections would keep the process alive.
process.exit(0);

/** Pulls an image that the engine does not have, and prints the engine's host. */
async function provideImage({ image, info }: ContainerRuntimeClient, name: string): Promise<void> {
  const wanted = ImageName.fromString(name);
  if (!(await image.exists(wanted))) await image.pull(wanted);
  if (!(await image.exists(wanted))) {
    console.error(`the image ${wanted.string} cannot be pulled`);
    process.exit(1);
  }
  console.log(JSON.stringify({ host: info.containerRuntime.host }));
}

/** Prints the processor time that a container has used, or nothing if it does not run (yet). */
async function printProcessorTime({ container }: ContainerRuntimeClient, name: string) {
  const found = container.getById(name);
  const { State } = await found.inspect();
  if (!State.Running) return;
  const { cpu_stats: used } = await found.stats({ stream: false, 'one-shot': true });
  console.log(`used ${used.cpu_usage.total_usage / NANOSECONDS} s`);
}
