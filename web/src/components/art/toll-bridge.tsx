import styles from './scene.module.css';
import { Scene } from './scene.tsx';

/** Vermont: the Green Mountains, the old road's covered bridge, a cairn on the hill. */
export function TollBridge() {
  return (
    <Scene label="The Green Mountains of Vermont, with a covered bridge over a brook and a cairn on the hill">
      <rect className={styles['sky']} width="640" height="420" />
      <circle className={styles['light']} cx="476" cy="96" r="34" />
      <Mountains />
      <Cairn />
      <Brook />
      <Bridge />
      <Wall />
      <Trees />
    </Scene>
  );
}

function Mountains() {
  return (
    <>
      <path
        className={styles['far']}
        d="M0 190c40-8 66-44 104-50 36-6 58 26 92 20 42-8 62-66 108-72 44-6 64 46 104 54 38 8 60-22 96-26 48-6 86 30 136 40v264H0z"
      />
      <path
        className={styles['line']}
        d="M196 172c36-8 66-60 108-64 38-4 60 38 92 50M214 186c34-10 56-50 90-54 30-4 48 28 76 40M234 200c28-10 44-36 70-38 24-2 36 18 56 28M22 206c34-12 52-38 82-42 24-4 42 14 64 20M46 216c24-10 38-26 58-28 18-2 30 8 46 14"
      />
      <path
        className={styles['mid']}
        d="M0 262c54-30 98-34 150-22 58 14 92 6 140-14 62-26 108-30 172-4 60 24 112 14 178-16v214H0z"
      />
      <path
        className={styles['line']}
        d="M302 238c50-20 92-22 148-2 56 20 108 16 168-8M318 254c44-16 80-16 130 0 52 16 100 14 150-4M12 276c46-22 86-26 132-16 44 10 78 8 116-2M34 292c34-14 66-16 106-8 34 6 62 8 92 2"
      />
    </>
  );
}

function Cairn() {
  return (
    <g transform="translate(284 74) scale(1.25)">
      <path
        className={styles['stone']}
        d="M3 25c0-3 5-5 12-5s13 2 13 5-5 5-13 5S3 28 3 25zM7 16c0-3 4-5 9-5s9 2 9 5-4 4-9 4-9-1-9-4z"
      />
      <path className={styles['ember']} d="M11 7c0-3 2-4 5-4s6 1 6 4-3 4-6 4-5-1-5-4z" />
    </g>
  );
}

function Brook() {
  return (
    <>
      <path
        className={styles['near']}
        d="M0 330c70-26 132-34 206-30 92 6 140 4 216-10 76-14 148-18 218-6v136H0z"
      />
      <path
        className={styles['water']}
        d="M272 300c26 16 66 18 84 36 22 22-6 46-40 60-16 7-26 14-30 24h206c-6-16-34-22-52-38-24-22 4-40-10-58-10-14-38-18-50-26z"
      />
      <path
        className={styles['ripple']}
        d="M362 330c16 2 28 2 42-1M352 352c22 3 40 2 62-3M330 384c26 4 54 3 82-3M310 404c34 5 78 4 116-3"
      />
    </>
  );
}

function Bridge() {
  return (
    <g>
      <path className={styles['stone']} d="M252 322h30v44h-34zM448 322h30l4 44h-34z" />
      <path className={styles['boards']} d="M256 262h218v62H256z" />
      <path
        className={styles['seam']}
        d="M274 262v62M292 262v62M310 262v62M328 262v62M346 262v62M364 262v62M382 262v62M400 262v62M418 262v62M436 262v62M454 262v62"
      />
      <path
        className={styles['opening']}
        d="M288 278h26v18h-26zM352 278h26v18h-26zM416 278h26v18h-26z"
      />
      <path className={styles['roof']} d="M244 264l22-38h198l22 38z" />
      <path
        className={styles['shingle']}
        d="M259 238h212M252 251h226M286 226l-16 38M326 226l-8 38M366 226v38M406 226l8 38M446 226l16 38"
      />
    </g>
  );
}

function Wall() {
  return (
    <g>
      <path
        className={styles['stone']}
        d="M18 366q6-12 20-10t16 12zM56 367q4-14 20-13t18 13zM96 366q6-11 18-10t16 10zM132 365q5-13 20-12t17 12zM171 363q6-12 18-10t16 10zM34 352q6-11 18-9t14 9zM70 353q6-12 20-10t14 10zM110 354q6-11 17-9t13 9zM148 352q6-11 18-9t14 9z"
      />
      <path className={styles['line']} d="M10 370h198" />
    </g>
  );
}

function Trees() {
  return (
    <>
      <path
        className={styles['trunk']}
        d="M560 404c-2-60 2-116-2-172h9c3 56 0 112 5 172zM598 408c-4-54-2-98-8-150h8c6 52 4 96 10 150z"
      />
      <path
        className={styles['bark']}
        d="M559 268h5M562 296h5M560 330h6M563 362h5M593 292h5M597 322h5M597 358h6"
      />
      <path
        className={styles['leaf']}
        d="M562 244c-30 8-56-8-54-32 2-20 18-24 22-36 6-18 26-24 42-14 22-8 44 6 44 28 18 8 20 34 0 44-14 8-34 14-54 10z"
      />
      <path
        className={styles['pine']}
        d="M52 330l-22 0 14-24-10 0 12-22-7 0 13-28 13 28-7 0 12 22-10 0 14 24zM112 318l-18 0 12-20-8 0 10-18-6 0 10-24 10 24-6 0 10 18-8 0 12 20zM214 300l-15 0 10-17-7 0 9-15-5 0 8-20 8 20-5 0 9 15-7 0 10 17z"
      />
    </>
  );
}
