import { useFocusOnMount } from '../../lib/use-focus-on-mount.ts';
import styles from './stash.module.css';

/** Shows the phrase once; the page does not store it. */
export function StashPhrase({ phrase }: { phrase: string }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <section className={styles['opened']} aria-labelledby="opened">
      <h2 id="opened" ref={heading} tabIndex={-1}>
        The stash is open
      </h2>
      <p>
        Congratulations! You unlocked the seed phrase of a bitcoin wallet that holds most of the
        stash:
      </p>
      <p className={styles['phrase']}>{phrase}</p>
      <p>
        Write it down now, in this order, and move the funds to your own wallet as soon as you can:
        anyone who knows the phrase can spend them.
      </p>
    </section>
  );
}
