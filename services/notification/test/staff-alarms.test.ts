import { randomUUID } from 'node:crypto';
import { huntCompleted, stashUnlocked } from '@cairn/contracts/events/hunts.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oldestPendingAge } from '../src/deliveries/ages.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { sendEverything } from './recipients.ts';

let notification: Notification;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.stop());

const pool = () => notification.context.pool;
const at = new Date().toISOString();

function createHunt() {
  const title = `Hunt ${randomUUID().replaceAll(/\d/g, 'x').slice(0, 8)}`;
  return { huntId: randomUUID(), handle: 'vt-troll-hunt', title };
}

type Hunt = ReturnType<typeof createHunt>;
const openStash = (hunt: Hunt) =>
  notification.deliver(makeEvent(stashUnlocked, { ...hunt, unlockedAt: at }));
const complete = (hunt: Hunt) =>
  notification.deliver(makeEvent(huntCompleted, { ...hunt, claimId: 'c1', completedAt: at }));

/** Sends due rows, as the dispatcher selects them. */
async function sendDue(): Promise<void> {
  const { rows } = await pool().query(
    `SELECT id FROM deliveries WHERE state = 'pending' AND next_try_at <= now()`,
  );
  for (const { id } of rows) await notification.worker.sender.send(id);
}

/** Moves all events so far into the past. */
async function passMinutes(minutes: number): Promise<void> {
  await pool().query(
    `UPDATE deliveries SET started_at = started_at - $1::interval,
       next_try_at = next_try_at - $1::interval, not_before = not_before - $1::interval`,
    [`${minutes} minutes`],
  );
}

async function alarmsOf({ title }: Hunt, address = 'staff@cairn.example'): Promise<string[]> {
  const mails = await notification.mailsTo(address);
  return mails.flatMap(({ subject, text }) => {
    const words = subject ? subject : text;
    return words.includes(title) ? [words] : [];
  });
}

describe('P-3.8 alarms for staff', () => {
  it('P-3.8 are sent at most once an hour for a hunt, with the count of events', async () => {
    const hunt = createHunt();
    await openStash(hunt);
    await sendDue();
    for (let turn = 0; turn < 3; turn++) await openStash(hunt);
    await sendDue();
    expect(await alarmsOf(hunt)).toEqual([`Stash opened: ${hunt.title}`]);
    await passMinutes(61);
    await sendDue();
    await openStash(hunt);
    await sendDue();
    const both = [`Stash opened: ${hunt.title}`, `Stash opened 3 times: ${hunt.title}`];
    expect(await alarmsOf(hunt)).toEqual(both);
    expect(await alarmsOf(hunt, 'boss@cairn.example')).toEqual(both);
    const texts = await alarmsOf(hunt, '+18025550199');
    expect(texts).toHaveLength(2);
    expect(texts[1]).toContain('is opened 3 times.');
    await passMinutes(61);
    await sendDue();
    expect((await alarmsOf(hunt)).at(-1)).toBe(`Stash opened: ${hunt.title}`);
  });

  it('are sent at once for another hunt, for another kind, and after a quiet hour', async () => {
    const [hunt, other] = [createHunt(), createHunt()];
    await openStash(hunt);
    await sendDue();
    await openStash(other);
    await complete(hunt);
    await sendDue();
    expect(await alarmsOf(other)).toHaveLength(1);
    expect(await alarmsOf(hunt)).toContain(`Treasure claimed: ${hunt.title}`);
    await passMinutes(61);
    await openStash(hunt);
    await sendDue();
    expect(await alarmsOf(hunt)).toHaveLength(3);
  });

  it('P-2.8 do not count as late while they wait for their hour', async () => {
    await sendEverything(notification);
    const hunt = createHunt();
    await openStash(hunt);
    await sendDue();
    await openStash(hunt);
    await pool().query(
      `UPDATE deliveries SET created_at = now() - interval '50 minutes' WHERE state = 'pending'`,
    );
    expect(await oldestPendingAge(pool())).toBe(0);
  });
});
