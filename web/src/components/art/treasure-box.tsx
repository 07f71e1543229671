import styles from './treasure-box.module.css';

/** The lid, 4 × 3 inches, with the mark burnt into the wood. */
export function BoxLid() {
  return (
    <svg
      viewBox="0 0 320 270"
      role="img"
      aria-label="The lid of the wooden box: 4 inches wide and 3 inches deep, with three stacked stones burnt into it"
    >
      <rect className={styles['wood']} x="40" y="30" width="240" height="180" rx="7" />
      <path
        className={styles['grain']}
        d="M42 58c60-7 120 8 236-2M42 82c50 6 90-9 130-3s70 7 106 0M42 106c40-3 58-20 118-20s70 20 118 16M42 134c44 2 62 22 118 22s76-20 118-20M42 158c60-4 80 20 130 18s70-14 106-11M42 186c80 6 140-8 236 1"
      />
      <path className={styles['seam']} d="M42 70h236M42 170h236" />
      <g className={styles['burn']} transform="translate(112 72) scale(3)">
        <path d="M3.2 25.4c.2-3 4.6-4.7 12.3-4.9 8-.2 13.1 1.5 13.3 4.5.2 3-4.9 4.7-12.7 4.8C8.2 30 3 28.5 3.2 25.4z" />
        <path d="M6.7 15.7c.3-2.5 3.9-4.2 9.5-4.1 5.6.1 9.1 1.9 8.9 4.5-.2 2.5-4 3.8-9.4 3.7-5.5-.1-9.3-1.5-9-4.1z" />
        <path d="M10.6 6.7c.1-2.6 2.5-4.4 5.8-4.3 3.2.1 5.4 1.9 5.3 4.4-.1 2.5-2.5 4-5.8 3.9-3.2-.1-5.4-1.6-5.3-4z" />
      </g>
      <Nails
        at={[
          [54, 44],
          [266, 44],
          [54, 196],
          [266, 196],
        ]}
      />
      <Measure x={40} y={232} length={240} text="4 in" />
      <g transform="translate(16 210) rotate(-90)">
        <Measure x={0} y={0} length={180} text="3 in" />
      </g>
    </svg>
  );
}

/** The front with its clasp. */
export function BoxFront() {
  return (
    <svg
      viewBox="0 0 320 270"
      role="img"
      aria-label="The front of the wooden box: 4 inches wide, closed with a small brass clasp"
    >
      <ellipse className={styles['shade']} cx="160" cy="209" rx="136" ry="9" />
      <rect className={styles['wood']} x="40" y="96" width="240" height="112" rx="5" />
      <path
        className={styles['grain']}
        d="M42 126c70-5 110 8 236-1M42 148c60 8 150-10 236 2M42 170c50-7 140 9 236-2M42 190c90 6 150-6 236 1"
      />
      <rect className={styles['lid']} x="34" y="64" width="252" height="40" rx="6" />
      <path className={styles['grain']} d="M36 76c80-4 150 5 248-1M36 90c70 4 160-5 248 1" />
      <path className={styles['seam']} d="M64 106v100M256 106v100" />
      <rect className={styles['brass']} x="142" y="84" width="36" height="40" rx="5" />
      <circle className={styles['hole']} cx="160" cy="108" r="5" />
      <path className={styles['hole']} d="M150 94h20" />
      <Nails
        at={[
          [52, 120],
          [52, 194],
          [268, 120],
          [268, 194],
        ]}
      />
      <Measure x={40} y={232} length={240} text="4 in" />
    </svg>
  );
}

function Nails({ at }: { at: [number, number][] }) {
  return at.map(([x, y]) => (
    <circle key={`${x} ${y}`} className={styles['nail']} cx={x} cy={y} r="3" />
  ));
}

function Measure(props: { x: number; y: number; length: number; text: string }) {
  const { x, y, length, text } = props;
  const middle = x + length / 2;
  return (
    <g>
      <path
        className={styles['measure']}
        d={`M${x} ${y}H${middle - 24}M${middle + 24} ${y}H${x + length}M${x} ${y - 6}v12M${x + length} ${y - 6}v12`}
      />
      <text className={styles['number']} x={middle} y={y + 6} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
