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
  /** Everything started is added here at once, so that an interrupted start can stop it. */
  processes: SupervisedProcess[];
  hangsAfterMs?: number;
};

/** A slow machine gives a server time by the spoon, and a server that hangs takes none. */
const HANG = { afterMs: 12_000, processorSeconds: 0.3 };
const NOT_BEGUN_MS = 500;

type ServerDefinition = ProcessDefinition & { name: PortName };

export type StartServer = (
  definition: ServerDefinition,
  /** Where the work is done elsewhere, as by Docker: what it has used there, null where it has not begun. */
  secondsUsed?: () => Promise<number | null>,
) => Promise<void>;

/** Starts a server of a source. One that fails, or hangs, has ended before this throws. */
export function createStarter(options: StarterOptions): StartServer {
  const { stateDirectory, ports, steps, signal, processes, hangsAfterMs = HANG.afterMs } = options;
  return async (definition, secondsUsed) => {
    signal.throwIfAborted();
    // Whoever has it would be taken for the server that we start.
    await requireFreePorts(ports, [definition.name]);
    let isReady = false;
    // Until then its failure is the reason why its source is passed over, told in one line.
    const say = (text: string) => isReady && steps.say(text);
    const started = new SupervisedProcess(definition, { stateDirectory, say });
    processes.push(started);
    const watch = new AbortController();
    try {
      await Promise.race([
        started.whenReady(AbortSignal.any([signal, watch.signal])),
        failWhereItHangs(started, { signal: watch.signal, hangsAfterMs, secondsUsed }),
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

/** Rejects once the process has done next to nothing for a while; never resolves. */
async function failWhereItHangs(
  started: SupervisedProcess,
  { signal, hangsAfterMs, secondsUsed = async () => secondsOf(started) }: Watch,
): Promise<never> {
  for (;;) {
    const before = await secondsUsed();
    await sleep(before === null ? NOT_BEGUN_MS : hangsAfterMs, undefined, { signal });
    const after = before === null ? null : await secondsUsed();
    if (before === null || after === null) continue;
    if (after - before < HANG.processorSeconds && started.ends === 0) {
      throw new Error(`${started.name} hangs: nothing within ${hangsAfterMs / 1000} s`);
    }
  }
}

function secondsOf({ pid }: SupervisedProcess): number {
  return pid ? processorSeconds(pid) : 0;
}
