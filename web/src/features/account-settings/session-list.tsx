import type { ActiveSession } from '@cairn/contracts/http/accounts.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { callApi } from '../../lib/api-client.ts';
import { formatMoment } from '../../lib/dates.ts';
import { PERSONAL_KEY } from '../../lib/query-keys.ts';
import { FormAlert } from '../accounts/form-alert.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './account-settings.module.css';
import { deviceName } from './device-name.ts';

const LOAD_TEXTS = {
  refused: 'Failed to load your sessions',
  failed: 'An error occurred. Please try again.',
};
const END_TEXTS = { ...LOAD_TEXTS, refused: 'Failed to log out that device' };

/** The devices with a session, with a logout button for each except this one. */
export function SessionList() {
  const { token } = useSession();
  const client = useQueryClient();
  const queryKey = [...PERSONAL_KEY, 'sessions', token];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi('GET /api/account/sessions', { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string) => callApi('DELETE /api/account/sessions/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (query.isPending) return <p>Loading your sessions...</p>;
  return (
    <>
      <FormAlert error={end.error ?? query.error} texts={end.error ? END_TEXTS : LOAD_TEXTS} />
      <ul className={styles['sessions']}>
        {query.data?.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      <LiveRegion>
        {end.isSuccess && <Notice tone="success">That device is logged out.</Notice>}
      </LiveRegion>
    </>
  );
}

type RowProps = { session: ActiveSession; isEnding: boolean; onEnd: () => void };

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const device = deviceName(session.user_agent);
  return (
    <li className={styles['session']}>
      <p>
        <strong>{device}</strong>
        {session.current && ' (this device)'}
        <br />
        Logged in {formatMoment(session.created_at)}, last seen {formatMoment(session.last_seen_at)}
      </p>
      {!session.current && (
        <Button variant="quiet" aria-label={`Log out ${device}`} isBusy={isEnding} onClick={onEnd}>
          Log out
        </Button>
      )}
    </li>
  );
}
