import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { removeContainer } from './container-engine.ts';
import type { ContainerPlan } from './container-plan.ts';

// Run by docker.ts under the supervisor, like any server: it prints the container's log, exits when
// the container exits, and stops the container on SIGTERM. testcontainers' reaper (Ryuk) is disabled:
// it needs another image, and the engine's socket inside a container.
const STOP_TIMEOUT_S = { served: 40, notYet: 1 };
const START_TIMEOUT_MS = 600_000;

class ForegroundContainer extends GenericContainer {
  constructor({ name, image, port, bindTo, environment, command, volume }: ContainerPlan) {
    super(image);
    this.withName(name).withEnvironment(environment).withAutoCleanup(false);
    this.withExposedPorts({ container: port.inside, host: port.outside });
    // testcontainers binds to all addresses; the password of a test's Postgres is not secret.
    const binding = { HostPort: String(port.outside), ...(bindTo ? { HostIp: bindTo } : {}) };
    this.hostConfig.PortBindings = { [`${port.inside}/tcp`]: [binding] };
    if (command) this.withCommand(command);
    if (volume) this.withBindMounts([{ source: volume.name, target: volume.target }]);
    this.withLogConsumer((stream) => stream.pipe(process.stdout));
    // The parent process probes the server and measures its processor time to detect a hang;
    // testcontainers' port checks inside the container would use processor time.
    this.withWaitStrategy(Wait.forAll([])).withStartupTimeout(START_TIMEOUT_MS);
  }
}

const plan = JSON.parse(process.argv[2] ?? '') as ContainerPlan;
const client = await getContainerRuntimeClient();
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
// Left by a killed predecessor.
await removeContainer(client, plan.name, STOP_TIMEOUT_S.served);
writeFileSync(plan.markFile, plan.name);
if (!isStopping) await run().catch(failUnlessStopping);

async function run(): Promise<void> {
  await new ForegroundContainer(plan).start();
  const { StatusCode } = await client.container.getById(plan.name).wait();
  if (isStopping) return;
  console.error(`The container has ended with exit code ${StatusCode}.`);
  await removeContainer(client, plan.name, 0);
  process.exit(1);
}

/** Ignores the failure of a start that was interrupted by our own stop. */
function failUnlessStopping(error: Error): void {
  if (isStopping) return;
  console.error(`The container does not run: ${error.message}`);
  process.exit(1);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const { served, notYet } = STOP_TIMEOUT_S;
  await removeContainer(client, plan.name, existsSync(plan.readyFile) ? served : notYet);
  rmSync(plan.markFile, { force: true });
  process.exit(0);
}
