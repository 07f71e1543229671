import type { HuntStatus } from '@cairn/contracts/http/hunts.ts';
import styles from './badge.module.css';

type Tone = 'good' | 'wait' | 'bad';

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>;
}

/** Active is green, upcoming orange, any other status red. */
export function StatusBadge({ status }: { status: HuntStatus }) {
  return <Badge tone={toneOf(status)}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}

function toneOf(status: HuntStatus): Tone {
  if (status === 'active') return 'good';
  return status === 'upcoming' ? 'wait' : 'bad';
}
