import { join } from 'node:path';
import { ROOT } from './paths.ts';
import type { PortName } from './ports.ts';
import type { ProcessDefinition } from './supervisor.ts';

export const PROCESS_NAMES = [
  'sandbox',
  'auth',
  'catalog',
  'payment',
  'notification',
  'worker',
  'admin',
  'gateway',
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number] & PortName;

type Entry = { script: string; stopOrder: number };

/** The gateway stops first, the providers last. */
const ENTRIES: Record<ProcessName, Entry> = {
  gateway: { script: 'gateway/src/main.ts', stopOrder: 10 },
  auth: { script: 'services/auth/src/main.ts', stopOrder: 20 },
  catalog: { script: 'services/catalog/src/main.ts', stopOrder: 20 },
  payment: { script: 'services/payment/src/main.ts', stopOrder: 20 },
  notification: { script: 'services/notification/src/main.ts', stopOrder: 20 },
  worker: { script: 'services/notification/src/worker.ts', stopOrder: 20 },
  admin: { script: 'services/admin/src/main.ts', stopOrder: 20 },
  sandbox: { script: 'infra/sandbox/src/main.ts', stopOrder: 30 },
};

const READY_TIMEOUT_MS = 3000;

/** Less memory: glibc otherwise keeps up to eight arenas per core. */
const MALLOC = { MALLOC_ARENA_MAX: '2' };
/**
 * Less memory: V8 collects the heap of a small service before it grows to hundreds of megabytes. The
 * gateway keeps Node's sizes, since its requests allocate the most.
 */
const HEAP_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=384'];

export function defineProcess(
  name: ProcessName,
  {
    port,
    environment,
    isWatched,
  }: {
    port: number;
    environment: Record<string, string>;
    /** Restart when an imported file changes. */
    isWatched: boolean;
  },
): ProcessDefinition {
  const { script, stopOrder } = ENTRIES[name];
  const flags = [
    ...(isWatched ? ['--watch', '--watch-preserve-output'] : []),
    ...(name === 'gateway' ? [] : HEAP_FLAGS),
  ];
  return {
    name,
    command: process.execPath,
    args: [...flags, '--disable-warning=ExperimentalWarning', join(ROOT, script)],
    environment: { ...MALLOC, ...environment },
    directory: ROOT,
    stopSignal: 'SIGTERM',
    stopOrder,
    isReady: () => isOk(`http://127.0.0.1:${port}/readyz`),
  };
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
