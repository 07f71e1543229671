import { setPhone } from '@cairn/contracts/http/alerts.ts';
import { sendContactMessage } from '@cairn/contracts/http/messages.ts';
import { type Answer, call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { type RedisLink, startRedisLink } from '@cairn/testing/redis-link.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { freshNumber, fromFreshAddress } from './preferences.ts';

let link: RedisLink;
let notification: Notification;

beforeAll(async () => {
  link = await startRedisLink();
  notification = await startNotification({}, { redisUrl: link.url });
});
afterAll(async () => {
  await notification.stop();
  await link.stop();
});
afterEach(async () => {
  link.thaw();
  link.mend();
  await waitUntil(() => notification.context.redis.status === 'ready');
});

describe.each(['cut', 'freeze'] as const)('P-5.4 while Redis is unavailable (%s)', (fault) => {
  it('accepts at most three contact messages from one address', async () => {
    link[fault]();
    const headers = fromFreshAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => write(headers)));
    expect(tally(answers)).toEqual({ 200: 3, 429: 5 });
    const limited = await write(headers);
    expect(limited.body).toEqual(
      expect.objectContaining({ error: 'Rate limit reached. Please try again in 10 minutes.' }),
    );
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await write(fromFreshAddress())).status).toBe(200);
  });

  it('allows two codes per user, two per number and five per address', async () => {
    link[fault]();
    const one = await newUser();
    expect(tally([await ask(one), await ask(one), await ask(one)])).toEqual({ 202: 2, 429: 1 });

    const phone = freshNumber();
    const users = await Promise.all([newUser(), newUser(), newUser()]);
    const toOne = await Promise.all(users.map((user) => ask(user, { phone })));
    expect(tally(toOne)).toEqual({ 202: 2, 429: 1 });

    const headers = fromFreshAddress();
    const guests = await Promise.all(Array.from({ length: 7 }, newUser));
    const fromOne = await Promise.all(guests.map((user) => ask(user, { headers })));
    expect(tally(fromOne)).toEqual({ 202: 5, 429: 2 });
    expect(fromOne.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/\d+/);
  });
});

let count = 0;
const newUser = () => notification.register(`away${count++}@example.com`);

function write(headers: Record<string, string>): Promise<Answer> {
  const json = { name: 'Ann', email: 'ann@example.com', message: 'Hello' };
  return call(notification.url + sendContactMessage.path, { json, headers });
}

function ask(
  userId: string,
  { phone = freshNumber(), headers = fromFreshAddress() } = {},
): Promise<Answer> {
  const token = tokenFor({ userId });
  return call(notification.url + setPhone.path, { token, headers, json: { phone } });
}

function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
