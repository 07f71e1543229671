import { createPlayer } from '../support/player.ts';
import type { History } from './history.ts';
import { type Load, startLanes, untilDone } from './lanes.ts';
import type { Staff } from './load-hunts.ts';
import { type RecordedSession, recordAccounts } from './recorded-accounts.ts';

/** Ended sessions that are tried again and again. */
const KEPT = 6;

export type SessionLoad = Load & { counts: { logins: number; logouts: number } };

/** A player who logs in and out through all gateways; ended sessions are tried later, too. */
export async function startSessions(
  { site }: Staff,
  gateways: readonly string[],
  history: History,
  pauseMs = 0,
): Promise<SessionLoad> {
  const { logIn, logOut, read, counts } = recordAccounts(gateways, history);
  const player = await untilDone('a player', () => createPlayer(site));
  const ended: RecordedSession[] = [];
  const load = startLanes(
    1,
    async (turn) => {
      const session = await logIn(player, turn);
      await Promise.all([read(session, turn), read(session, turn + 1)]);
      await Promise.all([logOut(session, turn), read(session, turn), read(session, turn + 1)]);
      ended.push(session);
      if (ended.length > KEPT) ended.shift();
      for (const [index, each] of ended.entries()) await read(each, turn + index);
    },
    pauseMs,
  );
  return { ...load, counts };
}
