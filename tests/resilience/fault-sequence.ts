import { PROCESS_NAMES, type ProcessName } from '../../infra/local/processes.ts';

const LINKS = ['postgres', 'redis', 'sandbox'] as const;
export type LinkName = (typeof LINKS)[number];
const BREAKS = ['cut', 'strand'] as const;

/** `copy` 0 belongs to the first instances, 1 to the second, which have links and a clock of their own. */
export type Fault =
  | { kind: 'kill' | 'pause'; process: ProcessName; copy: 0 | 1 }
  | { kind: 'provider'; provider: 'stripe' | 'sendgrid'; settings: object }
  | { kind: 'hang'; server: 'redis' | 'kafka' }
  | { kind: 'restart'; server: 'postgres' | 'redis' | 'kafka' }
  | { kind: 'link'; link: LinkName; how: (typeof BREAKS)[number] }
  | { kind: 'clock'; seconds: number };

const PROCESSES = PROCESS_NAMES.filter((name) => name !== 'sandbox');
const PROVIDERS = ['stripe', 'sendgrid'] as const;
const SETTINGS = [
  { errorRate: 0.5, status: 500 },
  { latencyMs: 3_000 },
  // The work is done, but its answer is lost.
  { hang: 'after' },
  { webhooks: { repeat: 3, shuffle: true } },
  { webhooks: { drop: true } },
];
const STEPS = [-600, -60, 60, 600];
const OTHERS = ['provider', 'provider', 'hang', 'restart', 'link', 'link', 'clock'] as const;

/** An endless sequence of faults; the same seed gives the same one. Six of ten are kill -9. */
export function* faultsOf(seed: number): Generator<Fault> {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  for (;;) {
    const share = random();
    const kind = share < 0.6 ? 'kill' : share < 0.7 ? 'pause' : pick(OTHERS);
    switch (kind) {
      case 'provider':
        yield { kind, provider: pick(PROVIDERS), settings: pick(SETTINGS) };
        break;
      case 'hang':
        yield { kind, server: pick(['redis', 'kafka']) };
        break;
      case 'restart':
        yield { kind, server: pick(['postgres', 'redis', 'kafka']) };
        break;
      case 'link':
        yield { kind, link: pick(LINKS), how: pick(BREAKS) };
        break;
      case 'clock':
        yield { kind, seconds: pick(STEPS) };
        break;
      default:
        yield { kind, process: pick(PROCESSES), copy: pick([0, 1]) };
    }
  }
}

/** Such as `kill auth`, of which a run counts the number. */
export function nameOf(fault: Fault): string {
  switch (fault.kind) {
    case 'provider':
      return `${fault.provider} ${JSON.stringify(fault.settings).replaceAll(/[{}"]/g, '')}`;
    case 'hang':
      return `${fault.server} hangs`;
    case 'restart':
      return `${fault.server} restarts`;
    case 'link':
      return `${fault.how} links to ${fault.link}`;
    case 'clock':
      return `clock ${fault.seconds} s`;
    default:
      return `${fault.kind} ${fault.process}`;
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
