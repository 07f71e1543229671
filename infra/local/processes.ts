import {
  PROCESS_NAMES as CAIRN_PROCESSES,
  type ProcessName as CairnProcess,
  PROCESSES,
} from '@cairn/contracts/services.ts';
import { ROOT } from './paths.ts';
import { type Programs, SANDBOX_SCRIPT, sourcePrograms } from './programs.ts';
import type { ProcessDefinition } from './supervisor.ts';

/** Everything that `npm start` runs, in the order in which it is started. */
export const PROCESS_NAMES = ['sandbox', ...CAIRN_PROCESSES] as const;
export type ProcessName = 'sandbox' | CairnProcess;

type Entry = { script: string; stopOrder: number };

/** The gateway stops first, the providers last. */
function entryOf(name: ProcessName): Entry {
  if (name === 'sandbox') return { script: SANDBOX_SCRIPT, stopOrder: 30 };
  return { script: PROCESSES[name].script, stopOrder: name === 'gateway' ? 10 : 20 };
}

const READY_TIMEOUT_MS = 3000;

/** Less memory: glibc otherwise keeps up to eight arenas per core. */
const MALLOC = { MALLOC_ARENA_MAX: '2' };
/**
 * Less memory: V8 collects the heap of a small service before it grows to hundreds of megabytes. The
 * gateway's requests allocate the most.
 */
const HEAP_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=384'];
const GATEWAY_HEAP_FLAGS = ['--max-semi-space-size=8'];

export function defineProcess(
  name: ProcessName,
  {
    port,
    environment,
    programs = sourcePrograms(),
    isWatched = false,
    directory = ROOT,
  }: {
    port: number;
    environment: Record<string, string>;
    programs?: Programs;
    /** Restart when an imported file changes. */
    isWatched?: boolean;
    /** The checkout that it runs from. */
    directory?: string;
  },
): ProcessDefinition {
  const { script, stopOrder } = entryOf(name);
  const flags = [
    '--disable-warning=ExperimentalWarning',
    '--enable-source-maps',
    ...(isWatched ? ['--watch', '--watch-preserve-output'] : []),
    ...(name === 'gateway' ? GATEWAY_HEAP_FLAGS : HEAP_FLAGS),
    ...(name === 'sandbox' ? [] : [`--import=${programs.telemetry}`]),
  ];
  return {
    name,
    command: process.execPath,
    args: [...flags, programs.pathOf(script)],
    environment: { ...MALLOC, ...environment },
    directory,
    stopSignal: 'SIGTERM',
    stopOrder,
    isReady: () => isOk(`http://127.0.0.1:${port}/readyz`),
  };
}

export async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
