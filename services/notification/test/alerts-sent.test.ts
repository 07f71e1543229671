import { randomUUID } from 'node:crypto';
import {
  claimRejected,
  claimVerified,
  huntCluePublished,
  huntCompleted,
  stashUnlocked,
} from '@cairn/contracts/events/hunts.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { getHuntAudience } from '@cairn/contracts/http/alerts.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TextMessage } from '../src/providers/twilio.ts';
import { type Notification, POSTAL_ADDRESS, startNotification } from './harness.ts';
import { suppress } from './preferences.ts';
import {
  countStates,
  createRecorder,
  emptyLedger,
  seedMembers,
  seedRecipients,
  sendEverything,
} from './recipients.ts';
import { asStaff } from './staff.ts';

const recorder = createRecorder();
const texts: TextMessage[] = [];
let huntId = '';
let notification: Notification;

beforeAll(async () => {
  notification = await startNotification({
    provider: recorder.provider,
    texts: {
      async send(message) {
        texts.push(message);
        return { kind: 'sent', providerMessageId: 'SM1' };
      },
    },
  });
});
afterAll(() => notification.stop());
beforeEach(async () => {
  recorder.reset();
  texts.length = 0;
  huntId = randomUUID();
  await emptyLedger(pool());
});

describe('alerts about a published clue', () => {
  it('are sent to members by their preferences, as many as staff are shown before, once per member despite repeated events', async () => {
    const [ann = '', bo = '', cy = '', di = ''] = await seed(4);
    await set(ann, { email: true, sms: true, number: '+18025550101' });
    await set(bo, { email: false, sms: true, number: '+18025550102' });
    await set(cy, { email: true, sms: true, number: null });
    await set(di, { email: false, sms: false, number: '+18025550104' });
    const [nonMember = ''] = await seedRecipients(pool(), 1, 'elsewhere.example');
    await seedMembers(pool(), [nonMember], randomUUID());
    const staff = asStaff(() => notification, randomUUID());
    const { body } = await staff.ask(getHuntAudience, huntId);
    expect(body).toEqual({ emails: 2, texts: 2 });
    const event = cluePublished();
    await notification.deliver(event);
    await notification.deliver(event);
    await notification.deliver({
      ...event,
      id: randomUUID(),
      data: { ...clue(), huntId: randomUUID() },
    });
    await sendEverything(notification);
    expect(recorder.addresses().sort()).toEqual(['member0@hunt.example', 'member2@hunt.example']);
    expect(texts.map(({ to }) => to).sort()).toEqual(['+18025550101', '+18025550102']);
    expect(texts[0]?.body).toMatch(
      /^Cairn: New clue in The Vermont Troll\. https:\/\/cairn\.example\/hunt\/vt-troll-hunt#clue-4 /,
    );
    expect(recorder.batches[0]?.text).toContain('https://cairn.example/hunt/vt-troll-hunt#clue-4');
    expect(recorder.batches[0]?.html).not.toContain('member0');
    expect(recorder.batches[0]?.text).toContain(POSTAL_ADDRESS);
    expect(recorder.batches[0]?.html).toContain(POSTAL_ADDRESS);
  });

  it('set last_notified_at only for members who got the alert', async () => {
    const [ann = '', bo = ''] = await seed(2);
    await set(bo, { email: false, sms: false, number: null });
    await notification.deliver(cluePublished());
    await sendEverything(notification);
    const { rows } = await pool().query(
      'SELECT user_id, last_notified_at FROM alert_preferences ORDER BY last_notified_at',
    );
    expect(rows).toEqual([
      { user_id: ann, last_notified_at: expect.any(Date) },
      { user_id: bo, last_notified_at: null },
    ]);
  });

  it('are not sent to suspended, unverified or former members', async () => {
    const [ann = '', bo = '', cy = ''] = await seed(4);
    await pool().query(`UPDATE recipients SET status = 'suspended' WHERE user_id = $1`, [ann]);
    await pool().query('UPDATE recipients SET email_verified = false WHERE user_id = $1', [bo]);
    await pool().query('UPDATE alert_preferences SET is_member = false WHERE user_id = $1', [cy]);
    await notification.deliver(cluePublished());
    await sendEverything(notification);
    expect(recorder.addresses()).toEqual(['member3@hunt.example']);
  });

  it('leave a row with the reason for each member who gets no alert', async () => {
    const ids = await seed(8);
    const number = (place: number) => `+1802555020${place}`;
    const sms = { email: true, sms: true };
    await set(ids[0], { ...sms, number: number(0) });
    await set(ids[1], { ...sms, number: number(0) });
    await set(ids[2], { ...sms, number: null });
    await set(ids[3], { email: false, sms: false, number: null });
    await set(ids[4], { email: true, sms: false, number: number(4) });
    await set(ids[5], { ...sms, number: number(5) });
    await pool().query(`UPDATE recipients SET status = 'suspended' WHERE user_id = $1`, [ids[5]]);
    await pool().query('UPDATE recipients SET email_verified = false WHERE user_id = $1', [ids[6]]);
    await set(ids[7], { email: true, sms: false, number: number(7) });
    await pool().query('UPDATE alert_preferences SET sms_stopped = true WHERE user_id = $1', [
      ids[7],
    ]);
    await notification.deliver(cluePublished());
    const why = await steps();
    const [first, second] = [ids[0] ?? '', ids[1] ?? ''].toSorted();
    const pending = 'email pending: null';
    const off = 'alerts are off';
    expect(why.get(first ?? '')).toEqual([pending, 'sms pending: null']);
    expect(why.get(second ?? '')).toEqual([
      pending,
      'sms suppressed: another account has the same number',
    ]);
    expect(ids.slice(2).map((id) => why.get(id))).toEqual([
      [pending, 'sms suppressed: no number is confirmed'],
      [`email suppressed: ${off}`],
      [pending, `sms suppressed: ${off}`],
      ['email suppressed: the account is suspended', 'sms suppressed: the account is suspended'],
      ['email suppressed: the address is not verified'],
      [pending, 'sms suppressed: stop'],
    ]);
    await sendEverything(notification);
    expect(await countStates(pool())).toEqual({ sent: 6, suppressed: 8 });
  });

  it('check the preference and the account again when they are sent', async () => {
    const [ann = '', bo = '', cy = ''] = await seed(4);
    await notification.deliver(cluePublished());
    await set(ann, { email: false, sms: false, number: null });
    await notification.deliver(
      makeEvent(userDeleted, { userId: bo, version: 2, deletedAt: new Date().toISOString() }),
    );
    await pool().query(`UPDATE recipients SET status = 'suspended' WHERE user_id = $1`, [cy]);
    await sendEverything(notification);
    expect(recorder.addresses()).toEqual(['member3@hunt.example']);
    expect(await countStates(pool())).toEqual({ failed: 1, sent: 1, suppressed: 2 });
  });

  it.each([
    ['days', '2020-01-01T00:00:00.000Z'],
    ['by a typing error two thousand years', '0000-01-01T00:00:00.000Z'],
  ])('are not sent when the clue is %s old', async (_, publishedAt) => {
    await seed(1);
    const event = makeEvent(huntCluePublished, { ...clue(), publishedAt });
    await notification.deliver(event);
    await sendEverything(notification);
    expect(recorder.batches).toEqual([]);
    expect(await reasons()).toEqual(['it came too late']);
  });

  it('are sent once to a number of two accounts', async () => {
    const [ann = '', bo = ''] = await seed(2);
    for (const id of [ann, bo]) await set(id, { email: false, sms: true, number: '+18025550177' });
    await notification.deliver(cluePublished());
    await sendEverything(notification);
    expect(texts).toHaveLength(1);
  });
});

describe('P-3.4 a suppressed recipient', () => {
  it.each(['unsubscribe', 'bounce', 'spam', 'drop'])(
    'gets no alert after %s, even if it was requested before',
    async (cause) => {
      const [ann = ''] = await seed(2);
      await notification.deliver(cluePublished());
      await suppress(notification, 'member0@hunt.example', 'email', cause);
      await sendEverything(notification);
      expect(recorder.addresses()).toEqual(['member1@hunt.example']);
      expect(await reasons(ann)).toEqual([cause]);
    },
  );

  it('gets no text message after STOP', async () => {
    const [ann = ''] = await seed(1);
    await set(ann, { email: false, sms: true, number: '+18025550101' });
    await notification.deliver(cluePublished());
    await suppress(notification, '+18025550101', 'sms', 'stop');
    await sendEverything(notification);
    expect(texts).toEqual([]);
    expect((await reasons(ann)).toSorted()).toEqual(['alerts are off', 'stop']);
  });
});

describe('other events of a hunt', () => {
  const at = new Date().toISOString();

  it('a claim alarms staff by mail and SMS and alerts members by mail only', async () => {
    const [ann = ''] = await seed(1);
    await set(ann, { email: true, sms: true, number: '+18025550101' });
    await notification.deliver(
      makeEvent(huntCompleted, { ...subject(), claimId: 'claim-1', completedAt: at }),
    );
    await sendEverything(notification);
    expect(sentMails()).toEqual([
      'boss@cairn.example: Treasure claimed: The Vermont Troll',
      'member0@hunt.example: The Vermont Troll is found',
      'staff@cairn.example: Treasure claimed: The Vermont Troll',
    ]);
    expect(texts.map(({ to }) => to)).toEqual(['+18025550199']);
  });

  it('an unlocked stash alarms staff only', async () => {
    await seed(1);
    await notification.deliver(makeEvent(stashUnlocked, { ...subject(), unlockedAt: at }));
    await sendEverything(notification);
    expect(sentMails()).toEqual([
      'boss@cairn.example: Stash opened: The Vermont Troll',
      'staff@cairn.example: Stash opened: The Vermont Troll',
    ]);
    expect(texts).toHaveLength(1);
  });

  it('a verified or rejected claim alerts members', async () => {
    await seed(1);
    await notification.deliver(
      makeEvent(claimVerified, { ...subject(), claimId: 'claim-1', verifiedAt: at }),
    );
    await notification.deliver(
      makeEvent(claimRejected, { ...subject(), claimId: 'claim-1', rejectedAt: at }),
    );
    await sendEverything(notification);
    expect(sentMails()).toEqual([
      'member0@hunt.example: The Vermont Troll is on again',
      'member0@hunt.example: The find is confirmed: The Vermont Troll',
    ]);
  });
});

const pool = () => notification.context.pool;
const subject = () => ({ huntId, handle: 'vt-troll-hunt', title: 'The Vermont Troll' });
const clue = () => ({
  ...subject(),
  clueId: randomUUID(),
  kind: 'clue' as const,
  clueTitle: 'Where the water turns',
  number: 4,
  publishedAt: new Date().toISOString(),
});
const cluePublished = () => makeEvent(huntCluePublished, clue());

async function seed(count: number): Promise<string[]> {
  const ids = await seedRecipients(pool(), count, 'hunt.example');
  await seedMembers(pool(), ids, huntId);
  return ids;
}

async function set(
  userId: string | undefined,
  { email, sms, number }: { email: boolean; sms: boolean; number: string | null },
): Promise<void> {
  await pool().query(
    'UPDATE alert_preferences SET email_alerts = $2, sms_alerts = $3 WHERE user_id = $1',
    [userId, email, sms],
  );
  if (number) {
    await pool().query('INSERT INTO phones (user_id, number) VALUES ($1, $2)', [userId, number]);
  }
}

/** The history of each member's rows. */
async function steps(): Promise<Map<string, string[]>> {
  const { rows } = await pool().query(
    `SELECT user_id, array_agg(concat(channel, ' ', state, ': ', coalesce(detail, 'null')) ORDER BY channel) AS steps
     FROM deliveries d LEFT JOIN delivery_history h ON h.delivery_id = d.id GROUP BY user_id`,
  );
  return new Map(rows.map((row) => [row.user_id, row.steps]));
}

async function reasons(userId: string | null = null): Promise<string[]> {
  const { rows } = await pool().query(
    'SELECT last_error FROM deliveries WHERE $1::uuid IS NULL OR user_id = $1',
    [userId],
  );
  return rows.map(({ last_error }) => last_error);
}

function sentMails(): string[] {
  return recorder.batches
    .flatMap(({ subject, recipients }) => recipients.map(({ to }) => `${to}: ${subject}`))
    .sort();
}
