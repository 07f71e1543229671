import type { Fairness } from '@cairn/contracts/http/claims.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { LoadingLabel, Skeleton } from '../../components/ui/skeleton.tsx';
import { formatDay } from '../../lib/dates.ts';
import { checkCommitment, type Reveal } from './check-commitment.ts';
import { describeCommitment } from './describe-commitment.ts';
import styles from './fairness.module.css';
import { useFairness } from './use-fairness.ts';

type Props = { handle: string; hiddenAt: string | null };

/** Public fairness data: when the code was fixed, and that it has not changed since. */
export function FairnessPanel({ handle, hiddenAt }: Props) {
  const { data, isPending, isError, refetch, isFetching } = useFairness(handle);
  return (
    <section className={styles['panel']} aria-labelledby="fairness">
      <h2 id="fairness">Provably fair</h2>
      <p>
        {data ? describeCommitment(data, hiddenAt) : OPENING} It reveals nothing about the code, and
        no one can find another code with the same one. When the treasure has been claimed, the code
        is shown here, and your own browser checks that it fits the fingerprint.{' '}
        <Link to="/faq">More in the FAQ</Link>.
      </p>
      {isPending && (
        <>
          <LoadingLabel>Loading the fingerprint</LoadingLabel>
          <Skeleton height="5rem" />
        </>
      )}
      {isError && (
        <Notice tone="error">
          <p>The fingerprint could not be loaded.</p>
          <Button variant="quiet" isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {data === null && <p>Nothing has been fixed yet: that happens when the hunt opens.</p>}
      {data && <Commitments fairness={data} />}
    </section>
  );
}

const OPENING = 'When a hunt opens, we publish a fingerprint of its code.';

function Commitments({ fairness }: { fairness: Fairness }) {
  return (
    <>
      <Commitment {...fairness} />
      <p className={styles['algorithm']}>Fingerprint: {fairness.algorithm}.</p>
      {fairness.previous.length > 0 && (
        <details className={styles['previous']}>
          <summary>Codes that were ended ({fairness.previous.length})</summary>
          <p>A claim was not accepted, so that its code was ended and a new one fixed.</p>
          {fairness.previous.map((one) => (
            <Commitment key={one.commitment} {...one} />
          ))}
        </details>
      )}
    </>
  );
}

type CommitmentProps = { commitment: string; committed_at: string; reveal: Reveal | null };

function Commitment({ commitment, committed_at, reveal }: CommitmentProps) {
  return (
    <dl className={styles['facts']}>
      <Fact name="Fixed on">{formatDay(committed_at)}</Fact>
      <Fact name="Fingerprint" isCode>
        {commitment}
      </Fact>
      {reveal ? (
        <>
          <Fact name="Code" isCode>
            {reveal.code}
          </Fact>
          <Fact name="Salt" isCode>
            {reveal.salt}
          </Fact>
          <div>
            <dt>Checked in your browser</dt>
            <dd>
              <CheckResult commitment={commitment} reveal={reveal} />
            </dd>
          </div>
        </>
      ) : (
        <Fact name="Code">Shown when staff have verified the winning claim.</Fact>
      )}
    </dl>
  );
}

function Fact({ name, isCode, children }: { name: string; isCode?: boolean; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isCode ? styles['code'] : undefined}>{children}</dd>
    </div>
  );
}

function CheckResult({ commitment, reveal }: { commitment: string; reveal: Reveal }) {
  const { data } = useQuery({
    queryKey: ['commitment-check', commitment, reveal.salt, reveal.code],
    queryFn: () => checkCommitment(commitment, reveal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) return <span role="status">Computing…</span>;
  return (
    <span role="status" className={data === true ? styles['right'] : styles['wrong']}>
      {RESULT_TEXTS[String(data) as keyof typeof RESULT_TEXTS]}
    </span>
  );
}

const RESULT_TEXTS = {
  true: 'It matches: salt and code have this very fingerprint.',
  false: 'It does NOT match. Please report it to us, and to everyone else.',
  null: 'This browser computes it on secure pages only. Any SHA-256 tool can do it for you.',
};
