import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { removeContainer } from './container-engine.ts';
import type { ContainerPlan } from './container-plan.ts';

// Run by docker.ts under our supervisor, like any server: its log is the container's, it ends when
// the container ends, and the signal that ends it ends the container. testcontainers' own reaper
// stays out of it: it would want one more image, and the engine's socket inside a container.
const STOP_WITHIN_S = { served: 40, notYet: 1 };
const STARTS_WITHIN_MS = 600_000;

class MindedContainer extends GenericContainer {
  constructor({ name, image, port, bindTo, environment, command, volume }: ContainerPlan) {
    super(image);
    this.withName(name).withEnvironment(environment).withAutoCleanup(false);
    this.withExposedPorts({ container: port.inside, host: port.outside });
    // testcontainers binds to all addresses; the password of a test's Postgres is no secret.
    const binding = { HostPort: String(port.outside), ...(bindTo ? { HostIp: bindTo } : {}) };
    this.hostConfig.PortBindings = { [`${port.inside}/tcp`]: [binding] };
    if (command) this.withCommand(command);
    if (volume) this.withBindMounts([{ source: volume.name, target: volume.target }]);
    this.withLogConsumer((stream) => stream.pipe(process.stdout));
    // Whoever has started us asks the server itself, and sees by its processor time whether it hangs:
    // testcontainers would spend that on looking at its ports from inside.
    this.withWaitStrategy(Wait.forAll([])).withStartupTimeout(STARTS_WITHIN_MS);
  }
}

const plan = JSON.parse(process.argv[2] ?? '') as ContainerPlan;
const client = await getContainerRuntimeClient();
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
// One that a killed predecessor has left.
await removeContainer(client, plan.name, STOP_WITHIN_S.served);
writeFileSync(plan.markFile, plan.name);
if (!isStopping) await run().catch(giveUpUnlessStopping);

async function run(): Promise<void> {
  await new MindedContainer(plan).start();
  const { StatusCode } = await client.container.getById(plan.name).wait();
  if (isStopping) return;
  console.error(`The container has ended with exit code ${StatusCode}.`);
  await removeContainer(client, plan.name, 0);
  process.exit(1);
}

/** A start that our own stop has cut short fails, and is no fault. */
function giveUpUnlessStopping(error: Error): void {
  if (isStopping) return;
  console.error(`The container does not run: ${error.message}`);
  process.exit(1);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const { served, notYet } = STOP_WITHIN_S;
  await removeContainer(client, plan.name, existsSync(plan.readyFile) ? served : notYet);
  rmSync(plan.markFile, { force: true });
  process.exit(0);
}
