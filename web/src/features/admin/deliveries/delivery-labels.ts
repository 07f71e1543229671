import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';

export const STATE_LABELS: Record<Delivery['state'], string> = {
  failed: 'Failed',
  maybe_sent: 'Perhaps sent',
  pending: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  suppressed: 'Left out',
  stopped: 'Stopped',
};

const TONES: Record<Delivery['state'], 'good' | 'wait' | 'bad' | 'neutral'> = {
  failed: 'bad',
  maybe_sent: 'wait',
  pending: 'wait',
  sending: 'wait',
  sent: 'good',
  suppressed: 'neutral',
  stopped: 'neutral',
};

export function toneOf(state: Delivery['state']) {
  return TONES[state];
}

/** `clue-published` and `clue_published` become `Clue published`. */
export function templateLabel(template: string): string {
  const words = template.replace(/[-_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function canRetry({ state }: Delivery): boolean {
  return state === 'failed' || state === 'maybe_sent';
}
