import { localUrl } from './environment.ts';
import { baseEnvironment } from './executables.ts';
import { binOf, LOCAL, WEB } from './paths.ts';
import { isOk } from './processes.ts';
import { type RunningCairn, runUntilStopped } from './starter.ts';
import { type ProcessDefinition, SupervisedProcess } from './supervisor.ts';
import type { Task } from './task.ts';
import { pathWithPinnedNode } from './web-build.ts';

/** Like `npm start`, but vite serves the web app, and changed services restart. */
await runUntilStopped({
  isWatched: true,
  publicUrl: (ports) => localUrl(ports.web),
  startMore: startVite,
});

async function startVite(
  { ports }: RunningCairn,
  { steps, signal }: Task,
): Promise<SupervisedProcess[]> {
  const url = localUrl(ports.web);
  const definition: ProcessDefinition = {
    name: 'web',
    command: binOf('vite'),
    args: [],
    environment: {
      ...baseEnvironment(process.env),
      PATH: pathWithPinnedNode(process.env),
      GATEWAY_URL: localUrl(ports.gateway),
      PORT: String(ports.web),
    },
    directory: WEB,
    stopSignal: 'SIGTERM',
    stopOrder: 5,
    isReady: () => isOk(url),
  };
  const vite = new SupervisedProcess(definition, { stateDirectory: LOCAL, say: steps.say });
  try {
    await vite.whenReady(signal);
  } catch (error) {
    await vite.stop();
    throw error;
  }
  return [vite];
}
