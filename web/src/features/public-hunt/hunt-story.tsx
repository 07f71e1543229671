import type { PublicHunt } from '@cairn/contracts/http/public-hunts.ts';
import { Button } from '../../components/ui/button.tsx';
import { Row, Stack } from '../../components/ui/layout.tsx';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { LoadingLabel, Skeleton } from '../../components/ui/skeleton.tsx';
import { formatDay } from '../../lib/dates.ts';
import styles from './public-hunt.module.css';

type Props = {
  description: string;
  hunt: PublicHunt | undefined;
  isPending: boolean;
  isFetching: boolean;
  onRetry: () => void;
};

/** The texts of the hunt. The description is known from the list; the others load with the page. */
export function HuntStory({ description, hunt, isPending, isFetching, onRetry }: Props) {
  return (
    <div className={styles['columns']}>
      <section className={styles['story']} aria-labelledby="story">
        <Stack>
          <h2 id="story">The story</h2>
          <p className={styles['lead']}>{description}</p>
          {hunt?.story && <p className={styles['text']}>{hunt.story}</p>}
          {hunt && <p>{describeReleases(hunt)}</p>}
          {isPending && (
            <>
              <LoadingLabel>Loading the story</LoadingLabel>
              <Skeleton height="10rem" />
            </>
          )}
          {!isPending && !hunt && <NotLoaded onRetry={onRetry} isBusy={isFetching} />}
        </Stack>
      </section>
      {hunt && <Rules rules={hunt.rules} />}
    </div>
  );
}

function describeReleases(hunt: PublicHunt): string {
  const { status, clues_released: clues, updates_released: updates, completed_at } = hunt;
  const released = [
    `${clues} ${clues === 1 ? 'clue' : 'clues'}`,
    ...(updates > 0 ? [`${updates} ${updates === 1 ? 'update' : 'updates'}`] : []),
  ].join(' and ');
  if (status === 'complete' && completed_at)
    return `The box was found on ${formatDay(completed_at)}. ${released} had come out.`;
  if (status === 'cancelled') return `${released} had come out before the hunt was called off.`;
  if (status !== 'active') return 'The clues come out when the hunt has started.';
  return clues + updates === 0
    ? 'No clue is out yet. Clues come about once a week, for everyone at the same moment.'
    : `${released} ${clues + updates === 1 ? 'is' : 'are'} out; members read them at once, and more come about once a week.`;
}

function NotLoaded({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  return (
    <>
      <Notice tone="error">The story and the rules could not be loaded.</Notice>
      <Row>
        <Button variant="quiet" onClick={onRetry} isBusy={isBusy}>
          Try again
        </Button>
      </Row>
    </>
  );
}

/** One rule per line. */
function Rules({ rules }: { rules: string }) {
  const lines = rules.split('\n').filter((line) => line.trim() !== '');
  return (
    <section className={styles['rules']} aria-labelledby="rules">
      <Stack>
        <h2 id="rules">Rules</h2>
        {lines.length > 0 && (
          <ol>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        )}
        <p>
          You pay once. If we call a hunt off, everyone gets their money back; the{' '}
          <Link to="/terms">Terms of Service</Link> say more.
        </p>
      </Stack>
    </section>
  );
}
