import { preload } from 'react-dom';
import terrain from '../../assets/terrain.svg';
import styles from './terrain.module.css';

/** A crop of the map, constant for each seed. */
export function Terrain({ seed }: { seed: string }) {
  // Often the largest element of a page; its URL is otherwise found in a stylesheet.
  preload(terrain, { as: 'image', fetchPriority: 'high' });
  const number = hashOf(seed);
  const position = `${number % 101}% ${(number >> 7) % 101}%`;
  return (
    <div
      className={styles['terrain']}
      style={{ backgroundPosition: position }}
      aria-hidden="true"
    />
  );
}

function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
