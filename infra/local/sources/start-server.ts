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
const HANG = { afterMs: 15_000, processorSeconds: 0.3 };

type ServerDefinition = ProcessDefinition & { name: PortName };

export type StartServer = (
  definition: ServerDefinition,
  /** The work is done elsewhere, as by Docker: no processor time does not mean that it hangs. */
  options?: { isOnlooker: boolean },
) => Promise<void>;

/** Starts a server of a source. One that fails, or hangs, has ended before this throws. */
export function createStarter(options: StarterOptions): StartServer {
  const { stateDirectory, ports, steps, signal, processes, hangsAfterMs = HANG.afterMs } = options;
  return async (definition, { isOnlooker } = { isOnlooker: false }) => {
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
        ...(isOnlooker ? [] : [failWhereItHangs(started, watch.signal, hangsAfterMs)]),
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

/** Rejects once the process has done next to nothing for a while; never resolves. */
async function failWhereItHangs(
  started: SupervisedProcess,
  signal: AbortSignal,
  afterMs: number,
): Promise<never> {
  for (;;) {
    const before = secondsOf(started);
    await sleep(afterMs, undefined, { signal });
    if (secondsOf(started) - before < HANG.processorSeconds && started.ends === 0) {
      throw new Error(`${started.name} hangs: nothing within ${afterMs / 1000} s`);
    }
  }
}

function secondsOf({ pid }: SupervisedProcess): number {
  return pid ? processorSeconds(pid) : 0;
}
