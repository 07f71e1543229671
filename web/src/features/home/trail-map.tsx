import terrain from '../../assets/terrain.svg';
import { Stones } from '../../components/art/mark.tsx';
import styles from './hero.module.css';

/** The map with a trail that ends in the search area, in the terrain's coordinates. */
export function TrailMap() {
  return (
    <div className={styles['map']} aria-hidden="true">
      <div className={styles['sheet']}>
        <img src={terrain} alt="" width="1600" height="1000" />
        <svg viewBox="0 0 1600 1000" aria-hidden="true">
          <circle className={styles['area']} cx="1130" cy="330" r="150" />
          <path
            className={styles['trail']}
            d="M690 985c40-70 20-110 75-165s120-20 165-70 10-110 70-165 120-10 152-62 -20-58-18-92 -14-46-12-78"
          />
          <circle className={styles['start']} cx="690" cy="982" r="9" />
        </svg>
        <Stones className={styles['stones']} />
      </div>
    </div>
  );
}
