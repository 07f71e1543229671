import { randomBytes } from 'node:crypto';
import { testAndSet } from '@cairn/testing/linearizability.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { createPlayer, type Player } from '../support/player.ts';
import type { History } from './history.ts';
import { type Load, startLanes, untilDone } from './lanes.ts';
import type { Staff } from './load-hunts.ts';
import { type RecordedAccounts, recordAccounts } from './recorded-accounts.ts';

const USES = 3;
/** The mail of an interrupted call may never be sent (P-3.1). */
const MAIL_TIMEOUT_MS = 20_000;

export type ResetLoad = Load & { counts: { used: number } };

/** A player who resets the password by links, each of which is used several times at once. */
export async function startResets(
  { site }: Staff,
  gateways: readonly string[],
  history: History,
): Promise<ResetLoad> {
  const accounts = recordAccounts(gateways, history);
  const newPlayer = () => untilDone('a player', () => createPlayer(site));
  const links = new Set<string>();
  const counts = { used: 0 };
  let player = await newPlayer();

  const load = startLanes(1, async (turn) => {
    const session = await accounts.logIn(player, turn);
    const token = await requestLink({ accounts, history, links }, player, turn);
    const isEnded = session.isEnded.begin('set');
    const password = token && (await useOften({ accounts, history }, token, turn));
    if (!password) {
      // Its late mail would end the next link, or the new password is not known.
      player = await newPlayer();
      return;
    }
    counts.used += 1;
    isEnded.complete(true);
    player = { ...player, password };
    for (let index = 0; index < 3; index += 1) await accounts.read(session, turn + index);
  });
  return { ...load, counts };
}

type Recording = { accounts: RecordedAccounts; history: History };

/** Null where the request was not answered or no mail arrives. */
async function requestLink(
  { accounts, history, links }: Recording & { links: Set<string> },
  { email }: Player,
  turn: number,
): Promise<string | null> {
  const path = '/api/auth/password-reset/request';
  const answer = await history.send(() => accounts.at(turn).post(path, { email }));
  if (answer?.status !== 200) return null;
  const find = async () => {
    const inbox = `/sandbox/messages?channel=email&to=${encodeURIComponent(email)}`;
    const { status, body } = await accounts.at(0).get(inbox);
    if (status !== 200) return null;
    return (body as { text: string }[])
      .map(({ text }) => /\/reset-password\?token=([\w.~-]+)/.exec(text)?.[1])
      .find((link) => link && !links.has(link));
  };
  const wait = { timeoutMs: MAIL_TIMEOUT_MS };
  const link = await waitUntil(() => find().catch(() => null), wait).catch(() => null);
  if (link) links.add(link);
  return link;
}

/** The new password; null if the use that succeeded was not answered. */
async function useOften(
  { accounts, history }: Recording,
  token: string,
  turn: number,
): Promise<string | null> {
  const link = history.object(`a reset link of turn ${turn}`, testAndSet);
  const use = (lane: number) => {
    let tries = turn + lane;
    return untilDone('the result of a reset', async () => {
      // Repeated with another key: a link is used once, also by the same caller.
      const password = randomBytes(12).toString('base64url');
      const isUsed = await link.call(
        password,
        () => accounts.at(tries++).post('/api/auth/password-reset/reset', { token, password }),
        ({ status }) => ({ 200: true, 400: false })[status],
      );
      if (isUsed === undefined) throw new Error('unknown');
      return isUsed ? password : null;
    });
  };
  const passwords = await Promise.all(Array.from({ length: USES }, (_, lane) => use(lane)));
  return passwords.find((password) => password !== null) ?? null;
}
