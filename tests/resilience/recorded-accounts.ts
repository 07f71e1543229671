import type { Session } from '@cairn/contracts/http/accounts.ts';
import { flag } from '@cairn/testing/linearizability.ts';
import { newAddress } from '../support/addresses.ts';
import { type Answer, type Client, createClient } from '../support/http.ts';
import type { Player } from '../support/player.ts';
import type { History, Recorded } from './history.ts';
import { untilDone } from './lanes.ts';

/** P-4.3, P-4.8: an ended session is refused everywhere within this time. */
const END_WITHIN_MS = 1_000;
/** Routes of different services, each of which checks the session itself. */
const READS = ['/api/auth/verify', '/api/account/purchases', '/api/account/alerts'];

export type RecordedSession = { token: string; isEnded: Recorded<'set' | 'read', boolean> };

/** Recorded calls of accounts; `turn` chooses the gateway and the route. */
export type RecordedAccounts = ReturnType<typeof recordAccounts>;

export function recordAccounts(gateways: readonly string[], history: History) {
  const counts = { logins: 0, logouts: 0 };
  const at = (turn: number): Client =>
    createClient(gateways[turn % gateways.length] ?? '', newAddress());

  return {
    at,
    counts,
    async logIn({ email, password }: Player, turn: number): Promise<RecordedSession> {
      let tries = turn;
      const { token } = await untilDone('a login', async () => {
        const send = () => at(tries++).post('/api/auth/login', { email, password });
        const answer = await history.send(send);
        if (answer?.status !== 200) throw new Error(`login: ${answer?.status}`);
        return answer.body as Session;
      });
      counts.logins += 1;
      const name = `the end of session ${counts.logins} of ${email}`;
      return { token, isEnded: history.object(name, flag, { lagMs: END_WITHIN_MS }) };
    },

    read: ({ token, isEnded }: RecordedSession, turn: number) =>
      isEnded.call(
        'read',
        () => at(turn).get(READS[turn % READS.length] ?? '', { token }),
        ({ status }: Answer) => ({ 200: false, 401: true })[status],
      ),

    async logOut({ token, isEnded }: RecordedSession, turn: number): Promise<void> {
      let tries = turn;
      await untilDone('a logout', async () => {
        const isDone = await isEnded.call(
          'set',
          () => at(tries++).post('/api/auth/logout', {}, { token }),
          // 401: an earlier try has ended it.
          ({ status }) => ({ 200: true, 401: true })[status],
        );
        if (!isDone) throw new Error('unknown');
      });
      counts.logouts += 1;
    },
  };
}
