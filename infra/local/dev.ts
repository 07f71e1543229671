import { announcement } from './announcement.ts';
import { localUrl } from './environment.ts';
import { baseEnvironment } from './executables.ts';
import { binOf, LOCAL, WEB } from './paths.ts';
import { type RunningCairn, runUntilStopped } from './starter.ts';
import type { Steps } from './steps.ts';
import { type ProcessDefinition, SupervisedProcess } from './supervisor.ts';
import { pathWithPinnedNode } from './web-build.ts';

/** Like `npm start`, but vite serves the web app, and changed services restart. */
await runUntilStopped({
  isWatched: true,
  publicUrl: (ports) => localUrl(ports.web),
  startMore: startVite,
  announce: announcement,
});

async function startVite(
  { ports }: RunningCairn,
  { steps, signal }: { steps: Steps; signal: AbortSignal },
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
    isReady: () => answers(url),
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

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
}
