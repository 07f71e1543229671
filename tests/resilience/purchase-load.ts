import { createPlayer, type Player, pay, recordPurchase } from '../support/player.ts';
import { type Load, startLanes, untilDone } from './lanes.ts';
import { createHunt, type LoadHunt, type Staff } from './load-hunts.ts';

const PLAYERS = 12;
/** Addresses of two loads at once differ. */
let loads = 0;
const LANES = 3;

export type PurchaseLoad = Omit<Load, 'done'> & {
  bought(): number;
  /** Requests that were repeated: refused with an error, or without a known outcome. */
  failures(): Failures;
};

type Failures = { failed: number; unknown: number };

export type Purchase = {
  player: Player;
  hunt: LoadHunt;
  /** False if a service has not applied the purchase yet. */
  buy(): Promise<boolean>;
};

/**
 * Players who keep buying one hunt after another, and retry each step until it succeeds; `around`
 * replaces each purchase and makes it.
 */
export async function startPurchases(
  stack: Staff,
  playerCount = PLAYERS,
  around: (purchase: Purchase) => Promise<unknown> = ({ buy }) => buy(),
): Promise<PurchaseLoad> {
  const players: Player[] = [];
  const load = loads++;
  // Sequential: each sign-up costs a hash, and sign-ups are not under test.
  for (let index = 0; index < playerCount; index += 1) {
    const address = `127.0.${100 + (load % 100)}.${index + 1}`;
    players.push(await untilDone('a player', () => createPlayer(stack.site, address)));
  }
  const huntAt = createHunts(stack);
  const failures = { failed: 0, unknown: 0 };
  const onFailure = (error: unknown) => {
    failures[isRefusal(error) ? 'failed' : 'unknown'] += 1;
  };
  const { done, more, stop } = startLanes(LANES, async (index) => {
    const player = players[index % playerCount];
    if (!player) return;
    const hunt = await huntAt(Math.floor(index / playerCount));
    await around({ player, hunt, buy: () => buy(stack, player, hunt, onFailure) });
  });
  return { bought: done, failures: () => ({ ...failures }), more, stop };
}

async function buy(
  { site }: Staff,
  player: Player,
  hunt: LoadHunt,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const payment = () =>
    pay(site, player, hunt).catch((error: Error) => {
      // Paid, but the response was lost, and the webhook recorded the purchase.
      if (error.message.includes('already joined')) return null;
      throw error;
    });
  const intentId = await untilDone('a payment', payment, onFailure);
  if (!intentId) return false;
  const record = async () => {
    const { status, body } = await recordPurchase(player, hunt, intentId);
    // 202: recorded, but a service has not applied it yet.
    if (status !== 200 && status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
    return status === 200;
  };
  return untilDone('a purchase', record, onFailure);
}

/** Without a response, or after a timeout at the gateway, the outcome is unknown. */
function isRefusal(error: unknown): boolean {
  const status = error instanceof Error && /\b[45]\d\d\b/.exec(error.message)?.[0];
  return Boolean(status) && status !== '502' && status !== '504';
}

/** Creates the next hunt before all players have joined the current one, so that no player waits. */
function createHunts(stack: Staff): (index: number) => Promise<LoadHunt> {
  const hunts: Promise<LoadHunt>[] = [];
  return (index) => {
    while (hunts.length < index + 4) {
      const hunt = createHunt(stack);
      // The lane that needs it reports the failure.
      hunt.catch(() => {});
      hunts.push(hunt);
    }
    return hunts[index] ?? createHunt(stack);
  };
}
