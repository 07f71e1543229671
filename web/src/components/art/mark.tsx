import styles from './art.module.css';

/** Three stacked stones; the top one is the treasure. */
export function Stones({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles['stone']} d={BOTTOM} />
      <path className={styles['stone']} d={MIDDLE} />
      <path className={styles['top']} d={TOP} />
    </svg>
  );
}

/** The pile with one, two or three stones; the newest stone has the accent colour. */
export function Pile({ stones }: { stones: 1 | 2 | 3 }) {
  return (
    <svg className={styles['pile']} viewBox="0 0 32 32" aria-hidden="true">
      {[BOTTOM, MIDDLE, TOP].map((stone, index) => (
        <path key={stone} d={stone} className={styles[stageOf(index + 1, stones)]} />
      ))}
    </svg>
  );
}

function stageOf(stone: number, stones: number): 'stone' | 'top' | 'coming' {
  if (stone < stones) return 'stone';
  return stone === stones ? 'top' : 'coming';
}

const BOTTOM =
  'M3.2 25.4c.2-3 4.6-4.7 12.3-4.9 8-.2 13.1 1.5 13.3 4.5.2 3-4.9 4.7-12.7 4.8C8.2 30 3 28.5 3.2 25.4z';
const MIDDLE =
  'M6.7 15.7c.3-2.5 3.9-4.2 9.5-4.1 5.6.1 9.1 1.9 8.9 4.5-.2 2.5-4 3.8-9.4 3.7-5.5-.1-9.3-1.5-9-4.1z';
const TOP =
  'M10.6 6.7c.1-2.6 2.5-4.4 5.8-4.3 3.2.1 5.4 1.9 5.3 4.4-.1 2.5-2.5 4-5.8 3.9-3.2-.1-5.4-1.6-5.3-4z';
