import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Link } from '../../components/ui/link.tsx';
import { Sheet, SheetBrand } from '../../components/ui/sheet.tsx';
import { formatDay } from '../../lib/dates.ts';
import { useFocusOnMount } from '../../lib/use-focus-on-mount.ts';
import styles from './claim.module.css';

type Props = { title: string; claimId: string; claimSecret: string; at: string };

/** The claim secret to keep: on this phone, on paper, or copied elsewhere. */
export function WonClaim({ title, claimId, claimSecret, at }: Props) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <div className={styles['won']}>
      <Sheet
        aria-labelledby="won-heading"
        actions={
          <Button variant="primary" onClick={() => window.print()}>
            Print this card
          </Button>
        }
      >
        <SheetBrand />
        <h2 id="won-heading" ref={heading} tabIndex={-1}>
          You found it.
        </h2>
        <p>
          Yours was the first right code for <strong>{title}</strong>, on {formatDay(at)}. Keep this
          card: anyone who shows the secret is the finder.
        </p>
        <dl className={styles['facts']}>
          <CopyableValue label="Claim id" value={claimId} />
          <CopyableValue label="Secret" value={claimSecret} isSecret />
        </dl>
        <h3>What happens next</h3>
        <ol className={styles['next']}>
          <li>Print this card, or copy the claim id and the secret to a safe place.</li>
          <li>
            Show the secret only to our staff, in person. No one will ask for it by mail or phone.
          </li>
          <li>
            Write to us on the <Link to="/contact">contact page</Link> with your claim id. We need
            no name.
          </li>
          <li>
            Within a few days staff verify the claim at the box, and hand over the rest of the
            prize.
          </li>
        </ol>
      </Sheet>
    </div>
  );
}

function CopyableValue({
  label,
  value,
  isSecret,
}: {
  label: string;
  value: string;
  isSecret?: boolean;
}) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }
  return (
    <div className={styles['kept']}>
      <dt>{label}</dt>
      <dd className={isSecret ? styles['secret'] : undefined}>{inGroupsOfEight(value)}</dd>
      {'clipboard' in navigator && (
        <dd className={styles['copy']}>
          <Button variant="quiet" onClick={() => void copy().catch(() => setCopied(false))}>
            {isCopied ? 'Copied' : `Copy ${label.toLowerCase()}`}
          </Button>
        </dd>
      )}
    </div>
  );
}

/** Groups of eight for reading aloud; copied text has no spaces. */
function inGroupsOfEight(value: string): string {
  return /^[0-9a-f]{64}$/.test(value) ? value.replace(/(.{8})(?=.)/g, '$1 ') : value;
}
