import styles from './trail-table.module.css';

/** The header image of the blog: a table with map, compass, notebook and lamp. */
export function TrailTable() {
  return (
    <svg
      className={styles['drawing']}
      viewBox="0 0 960 420"
      preserveAspectRatio="xMinYMid slice"
      role="img"
      aria-label="A table with an unfolded map, a compass, a notebook, a pencil and a lantern"
    >
      <rect className={styles['table']} width="960" height="420" />
      <path
        className={styles['grain']}
        d="M0 70c180-14 320 12 520 0s300-8 440 4M0 196c120 10 260-14 420-4s380 16 540-6M0 330c200-12 340 14 520 4s300-14 440 2M0 400c160 8 380-10 560 0s280 6 400-4"
      />
      <PaperMap />
      <Compass />
      <Notebook />
      <Lantern />
    </svg>
  );
}

function PaperMap() {
  return (
    <g transform="rotate(-4 480 210)">
      <path className={styles['shade']} d="M218 66h520v300H218z" />
      <path className={styles['paper']} d="M206 52h520v300H206z" />
      <path
        className={styles['contour']}
        d="M262 200c14-62 90-104 158-84 58 16 70 70 34 114-38 46-108 56-152 38-30-12-46-36-40-68zM290 202c10-46 68-76 120-62 44 12 52 52 26 84-30 34-80 42-114 28-22-10-36-26-32-50zM318 204c8-30 48-50 84-42 30 8 36 34 18 56-20 22-56 28-78 20-16-6-26-18-24-34zM346 206c4-16 28-26 48-22 18 4 20 18 10 30-12 12-32 14-44 10-10-4-16-8-14-18zM470 300c36-8 60-44 104-54 50-10 82 26 152 20M470 322c44-10 70-42 112-50 46-8 82 20 144 16M492 340c40-10 62-32 98-38 40-6 76 14 136 12M540 60c10 44 52 60 92 52 34-6 54-24 94-22M566 52c10 26 38 36 66 30 28-4 48-16 94-16"
      />
      <path className={styles['fold']} d="M336 52v300M466 52v300M596 52v300M206 202h520" />
      <path
        className={styles['trail']}
        d="M236 330c40-20 60-8 96-26s40-54 84-56 60 24 100 6 44-52 84-62"
      />
      <circle className={styles['area']} cx="612" cy="184" r="52" />
      <path className={styles['cross']} d="M602 174l20 20M622 174l-20 20" />
    </g>
  );
}

function Compass() {
  return (
    <g transform="translate(148 286)">
      <circle className={styles['shade']} cx="6" cy="8" r="88" />
      <circle className={styles['brass']} r="88" />
      <circle className={styles['dial']} r="72" />
      <path
        className={styles['tick']}
        d="M0-70v14M0 70v-14M-70 0h14M70 0h-14M-49-49l8 8M49-49l-8 8M-49 49l8-8M49 49l-8-8"
      />
      <g transform="rotate(28)">
        <path className={styles['north']} d="M-11 0L0-54 11 0z" />
        <path className={styles['south']} d="M-11 0L0 54 11 0z" />
      </g>
      <circle className={styles['pin']} r="6" />
    </g>
  );
}

function Notebook() {
  return (
    <g transform="translate(690 214) rotate(9)">
      <path className={styles['shade']} d="M8 10h184v196H8z" />
      <path className={styles['cover']} d="M0 0h184q8 0 8 8v180q0 8-8 8H0z" />
      <path className={styles['sheet']} d="M12 8h168v180H12z" />
      <path
        className={styles['writing']}
        d="M32 40c16-8 24 6 40 0s30-6 46 0 28 2 38-2M32 64c20-6 40 6 60 0s32-4 52 0M32 88c14-6 30 4 48 0s36-6 68 0M32 112c24-6 44 6 70 0M32 150c10-18 26-30 42-22s10 26 26 26 18-20 40-18"
      />
      <g transform="translate(52 206) rotate(-24)">
        <path className={styles['pencil']} d="M0 0h128v12H0z" />
        <path className={styles['wood']} d="M128 0l20 6-20 6z" />
        <path className={styles['lead']} d="M141 4l7 2-7 2z" />
        <path className={styles['eraser']} d="M-12 0H0v12h-12z" />
      </g>
    </g>
  );
}

function Lantern() {
  return (
    <g transform="translate(824 40)">
      <radialGradient id="lantern-glow">
        <stop className={styles['glow']} />
        <stop className={styles['gone']} offset="1" />
      </radialGradient>
      <circle fill="url(#lantern-glow)" cx="46" cy="96" r="190" />
      <path className={styles['wire']} d="M8 44C8-10 84-10 84 44" />
      <path className={styles['iron']} d="M26 22h40l10 22H16zM10 132h72l8 22H2z" />
      <path className={styles['glass']} d="M20 44h52l8 88H12z" />
      <path
        className={styles['flame']}
        d="M46 70c14 18 18 28 12 40-4 8-20 8-24 0-6-12 0-22 12-40z"
      />
      <path className={styles['wire']} d="M20 44l-8 88M72 44l8 88M46 44v14" />
    </g>
  );
}
