import styles from './scene.module.css';
import { Scene } from './scene.tsx';

/** The northeastern USA: the porter's last night train, and the circle on his map. */
export function NightTrain() {
  return (
    <Scene label="A night train crossing a trestle between wooded hills of the northeastern USA, with the circle of the search area drawn over them">
      <rect className={styles['dusk']} width="640" height="420" />
      <path
        className={styles['star']}
        d="M64 44h3v3h-3zM148 88h2v2h-2zM214 36h3v3h-3zM296 70h2v2h-2zM392 30h3v3h-3zM458 92h2v2h-2zM520 40h2v2h-2zM590 86h3v3h-3zM34 122h2v2h-2z"
      />
      <circle className={styles['moon']} cx="140" cy="96" r="30" />
      <Hills />
      <circle className={styles['area']} cx="430" cy="206" r="128" />
      <Trestle />
      <Train />
      <Lake />
    </Scene>
  );
}

function Hills() {
  return (
    <>
      <path
        className={styles['night-far']}
        d="M0 218c52-6 84-50 132-54 46-4 66 34 112 30 50-4 78-70 132-74 52-4 78 56 128 62 46 6 84-22 136-16v254H0z"
      />
      <path
        className={styles['night-line']}
        d="M262 208c42-8 72-60 114-64 42-4 64 46 106 58M282 222c36-10 60-50 94-54 34-2 52 38 86 50M300 236c30-10 48-40 76-42 26-2 40 26 66 38M46 228c32-8 56-34 86-36 28-2 44 18 72 24M74 240c22-6 38-20 58-22 20 0 32 10 50 14"
      />
      <path
        className={styles['night-mid']}
        d="M0 290c70-30 138-30 206-8 60 20 96 64 152 66 66 2 88-66 146-84 48-14 90-6 136 8v148H0z"
      />
    </>
  );
}

function Trestle() {
  return (
    <g>
      <path
        className={styles['timber']}
        d="M176 262v36M216 262v52M256 262v76M296 262v94M336 262v104M376 262v104M416 262v90M456 262v52M176 298l40-36M216 314l40-52M256 338l40-76M296 356l40-94M336 366l40-104M376 366l40-104M416 352l40-90M196 288h40M236 300h200M262 326h166"
      />
      <path className={styles['rail']} d="M0 258h640v6H0z" />
    </g>
  );
}

function Train() {
  return (
    <g>
      <path
        className={styles['coach']}
        d="M92 226h104q4 0 4 4v24H88v-24q0-4 4-4zM208 226h104q4 0 4 4v24H204v-24q0-4 4-4zM324 226h104q4 0 4 4v24H320v-24q0-4 4-4zM440 222h58q10 0 16 12l12 20h-90v-26q0-6 4-6z"
      />
      <path
        className={styles['window']}
        d="M98 233h13v10H98zM118 233h13v10h-13zM138 233h13v10h-13zM158 233h13v10h-13zM178 233h13v10h-13zM214 233h13v10h-13zM234 233h13v10h-13zM274 233h13v10h-13zM294 233h13v10h-13zM330 233h13v10h-13zM350 233h13v10h-13zM370 233h13v10h-13zM390 233h13v10h-13zM410 233h13v10h-13zM492 231h12l7 11h-19z"
      />
      <path className={styles['beam']} d="M526 248l104-22v44z" />
      <path
        className={styles['wheel']}
        d="M104 252h10v6h-10zM174 252h10v6h-10zM220 252h10v6h-10zM290 252h10v6h-10zM336 252h10v6h-10zM406 252h10v6h-10zM452 252h10v6h-10zM500 252h10v6h-10z"
      />
    </g>
  );
}

function Lake() {
  return (
    <>
      <path
        className={styles['night-water']}
        d="M0 372c120-22 250-26 360-22 120 4 220 6 280-10v80H0z"
      />
      <path
        className={styles['glint']}
        d="M106 380h62M122 392h34M98 404h72M232 372h26M330 366h30M404 374h22M300 398h44M470 390h38"
      />
      <path
        className={styles['night-pine']}
        d="M30 372l-26 0 16-30-11 0 14-26-8 0 15-34 15 34-8 0 14 26-11 0 16 30zM596 360l-24 0 15-28-10 0 13-24-8 0 14-32 14 32-8 0 13 24-10 0 15 28zM552 362l-17 0 11-20-8 0 10-17-6 0 10-23 10 23-6 0 10 17-8 0 11 20z"
      />
    </>
  );
}
