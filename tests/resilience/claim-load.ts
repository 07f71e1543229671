import { randomBytes } from 'node:crypto';
import { testAndSet } from '@cairn/testing/linearizability.ts';
import { newAddress } from '../support/addresses.ts';
import { createClient } from '../support/http.ts';
import type { History } from './history.ts';
import { type Load, startLanes, untilDone } from './lanes.ts';
import { createHunt, type Staff } from './load-hunts.ts';

const CLAIMANTS = 4;

/** Finders who enter the right code of one box at the same time, and retry until they know the result. */
export function startClaims(stack: Staff, gateways: readonly string[], history: History): Load {
  return startLanes(1, async () => {
    const code = randomBytes(10).toString('hex');
    const { handle } = await createHunt(stack, { treasure_code: code });
    const winner = history.object(`the claim of ${handle}`, testAndSet);
    const path = `/api/hunts/${handle}/claim`;
    const claim = (index: number) => {
      const claimKey = randomBytes(32).toString('hex');
      let tries = index;
      return untilDone('the result of a claim', async () => {
        const gateway = gateways[tries++ % gateways.length] ?? stack.site.url;
        const client = createClient(gateway, newAddress());
        const won = await winner.call(
          claimKey,
          () => client.post(path, { code, claimKey }),
          ({ status }) => ({ 200: true, 409: false })[status],
        );
        if (won === undefined) throw new Error('unknown');
        return won;
      });
    };
    const won = await Promise.all(Array.from({ length: CLAIMANTS }, (_, index) => claim(index)));
    const winners = won.filter(Boolean).length;
    if (winners !== 1) throw new Error(`${handle} has ${winners} winners`);
  });
}
