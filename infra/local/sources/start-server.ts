import { setTimeout as sleep } from 'node:timers/promises';
import { type PortName, type Ports, requireFreePorts } from '../ports.ts';
import type { Steps } from '../steps.ts';
import { type ProcessDefinition, SupervisedProcess } from '../supervisor.ts';
import { processorSeconds } from './processor-time.ts';

export type StarterOptions = {
  stateDirectory: string;
  ports: Ports;
  steps: Steps;
  signal: AbortSignal;
  /** Started processes are added immediately, so that an interrupted start can stop them. */
  processes: SupervisedProcess[];
  hangsAfterMs?: number;
};

/** A server that uses less processor time than this within `afterMs` hangs, even on a slow machine. */
const HANG = { afterMs: 12_000, processorSeconds: 0.3 };
const NOT_STARTED_POLL_MS = 500;

type ServerDefinition = ProcessDefinition & { name: PortName };

export type StartServer = (
  definition: ServerDefinition,
  /** Processor time used elsewhere, for example in Docker; null before it starts. */
  secondsUsed?: () => Promise<number | null>,
) => Promise<void>;

/** Starts a server of a source. If it fails or hangs, it is stopped before this throws. */
export function createStarter(options: StarterOptions): StartServer {
  const { stateDirectory, ports, steps, signal, processes, hangsAfterMs = HANG.afterMs } = options;
  return async (definition, secondsUsed) => {
    signal.throwIfAborted();
    // Another listener on the port would be mistaken for the started server.
    await requireFreePorts(ports, [definition.name]);
    let isReady = false;
    // Before it is ready, its failure is the reason for skipping the source, printed in one line.
    const say = (text: string) => isReady && steps.say(text);
    const started = new SupervisedProcess(definition, { stateDirectory, say });
    processes.push(started);
    const watch = new AbortController();
    try {
      await Promise.race([
        started.whenReady(AbortSignal.any([signal, watch.signal])),
        rejectOnHang(started, { signal: watch.signal, hangsAfterMs, secondsUsed }),
      ]);
      isReady = true;
    } catch (error) {
      signal.throwIfAborted();
      await started.stop();
      processes.splice(processes.indexOf(started), 1);
      throw error;
    } finally {
      watch.abort();
    }
  };
}

type Watch = {
  signal: AbortSignal;
  hangsAfterMs: number;
  secondsUsed: (() => Promise<number | null>) | undefined;
};

/** Rejects if the process uses almost no processor time for a while; never resolves. */
async function rejectOnHang(
  started: SupervisedProcess,
  { signal, hangsAfterMs, secondsUsed = async () => secondsOf(started) }: Watch,
): Promise<never> {
  for (;;) {
    const before = await secondsUsed();
    await sleep(before === null ? NOT_STARTED_POLL_MS : hangsAfterMs, undefined, { signal });
    const after = before === null ? null : await secondsUsed();
    if (before === null || after === null) continue;
    if (after - before < HANG.processorSeconds && started.ends === 0) {
      throw new Error(`${started.name} hangs: no progress within ${hangsAfterMs / 1000} s`);
    }
  }
}

function secondsOf({ pid }: SupervisedProcess): number {
  return pid ? processorSeconds(pid) : 0;
}
