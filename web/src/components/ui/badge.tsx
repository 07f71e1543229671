import type { StaffHuntStatus } from '@cairn/contracts/http/hunts.ts';
import styles from './badge.module.css';

type Tone = 'good' | 'wait' | 'bad' | 'neutral';

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>;
}

/** Active is green, upcoming orange, a draft grey, any other status red. */
export function StatusBadge({ status }: { status: StaffHuntStatus }) {
  return <Badge tone={toneOf(status)}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}

function toneOf(status: StaffHuntStatus): Tone {
  if (status === 'active') return 'good';
  if (status === 'draft') return 'neutral';
  return status === 'upcoming' ? 'wait' : 'bad';
}
