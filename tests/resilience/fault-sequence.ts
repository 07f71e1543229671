import { PROCESS_NAMES, type ProcessName } from '../../infra/local/processes.ts';

/** `copy` 0 belongs to the first instances, 1 to the second. */
export type Fault =
  | { kind: 'kill' | 'pause'; process: ProcessName; copy: 0 | 1 }
  | { kind: 'provider'; provider: 'stripe' | 'sendgrid'; settings: object }
  | { kind: 'hang'; server: 'redis' | 'kafka' };

const PROCESSES = PROCESS_NAMES.filter((name) => name !== 'sandbox');
const PROVIDERS = ['stripe', 'sendgrid'] as const;
const SETTINGS = [
  { errorRate: 0.5, status: 500 },
  { latencyMs: 3_000 },
  { webhooks: { repeat: 3, shuffle: true } },
  { webhooks: { drop: true } },
];

/** An endless sequence of faults; the same seed gives the same one. Three of five are kill -9. */
export function* faultsOf(seed: number): Generator<Fault> {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  for (;;) {
    const kind = pick(['kill', 'kill', 'kill', 'pause', 'other'] as const);
    if (kind !== 'other') yield { kind, process: pick(PROCESSES), copy: pick([0, 1]) };
    else if (random() < 0.7)
      yield { kind: 'provider', provider: pick(PROVIDERS), settings: pick(SETTINGS) };
    else yield { kind: 'hang', server: pick(['redis', 'kafka']) };
  }
}

/** Mulberry32: numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
