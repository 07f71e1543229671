import { Link } from '../../components/ui/link.tsx';
import styles from './about.module.css';

export function WhatWeDo() {
  return (
    <div className={styles['text']}>
      <p>
        A cairn is a pile of stones that says: somebody was here, and the way goes on. That is what
        we do. Somewhere in the woods there is a wooden box of 4 by 3 inches, and in it a code that
        is worth thousands of dollars. About once a week a clue comes out, for everybody at the same
        moment, and it leads a little nearer.
      </p>
      <p>
        You join a hunt once, by card. Everybody who joins makes the prize bigger, and all proceeds
        fund other hidden treasures. Whoever finds the box enters its code here, without giving a
        name, and claims the rest of the prize.
      </p>
    </div>
  );
}

export function Promises() {
  return (
    <>
      <h2>What we hold to</h2>
      <ul>
        <li>
          Every treasure is within 3 miles of a paved road, never on an island or private property,
          and needs no climbing, digging or swimming.
        </li>
        <li>Nobody is ahead of anybody: a clue is in no page and no message before its moment.</li>
        <li>
          You need not trust us with the code. A fingerprint of it is public from the first day, and{' '}
          <Link to="/faq#fair">your own browser checks it</Link> at the end.
        </li>
        <li>We leave the places that we hide in as we found them, and ask the same of you.</li>
      </ul>
    </>
  );
}
