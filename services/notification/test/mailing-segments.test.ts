import { randomUUID } from 'node:crypto';
import { pauseMailing, resumeMailing, sendEmail } from '@cairn/contracts/http/staff-messages.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Notification, startNotification } from './harness.ts';
import { createRecorder, seedRecipients, sendEverything } from './recipients.ts';
import { asStaff, draftOfMailing } from './staff.ts';

const recorder = createRecorder();
let notification: Notification;
const [troll, lake] = [randomUUID(), randomUUID()];

// member0: the Troll (Vermont), alerts on, since January. member1: the Lake (Maine), alerts off, since
// June. member2: both. member3: left the Troll. member4: no hunt. member5: no hunt, not verified.
// member6: the Troll, suspended.
beforeAll(async () => {
  notification = await startNotification({ provider: recorder.provider });
  const ids = await seedRecipients(pool(), 7, 'seg.example');
  const join = (place: number, hunt: string, change: Record<string, unknown> = {}) =>
    pool().query(
      `INSERT INTO alert_preferences (user_id, product_id, product_title, region, handle, joined_at,
         email_alerts, is_member)
       VALUES ($1, $2, 'A hunt', $3, 'a-hunt', $4, $5, $6)`,
      [
        ...[ids[place], hunt, hunt === troll ? 'Vermont' : 'Maine'],
        ...[change['since'] ?? '2026-01-10T12:00:00Z', change['alerts'] ?? true],
        change['isMember'] ?? true,
      ],
    );
  await join(0, troll);
  await join(1, lake, { alerts: false, since: '2026-06-10T12:00:00Z' });
  await join(2, troll);
  await join(2, lake);
  await join(3, troll, { isMember: false });
  await join(6, troll);
  await pool().query('UPDATE recipients SET email_verified = false WHERE user_id = $1', [ids[5]]);
  await pool().query(`UPDATE recipients SET status = 'suspended' WHERE user_id = $1`, [ids[6]]);
});
afterAll(() => notification.stop());

it.each([
  [{}, [0, 1, 2, 3, 4]],
  [{ verified: 'no' }, [5]],
  [{ verified: 'any' }, [0, 1, 2, 3, 4, 5]],
  [{ hunts: [troll] }, [0, 2]],
  [{ hunts: [troll, lake] }, [0, 1, 2]],
  [{ membership: 'member' }, [0, 1, 2]],
  [{ membership: 'former' }, [3]],
  [{ membership: 'former', hunts: [lake] }, []],
  [{ membership: 'none' }, [4]],
  [{ membership: 'none', verified: 'any' }, [4, 5]],
  [{ membership: 'none', hunts: [lake] }, [0, 3, 4]],
  [{ joined_since: '2026-06-10' }, [1]],
  [{ joined_since: '2026-06-11' }, []],
  [{ joined_since: '0000-01-01' }, [0, 1, 2]],
  [{ alerts: 'on' }, [0, 2]],
  [{ alerts: 'off' }, [1]],
  [{ region: 'Vermont' }, [0, 2]],
  [{ region: 'Maine', alerts: 'on' }, [2]],
  [{ region: 'Maine', hunts: [troll] }, []],
])('the segment %o has the recipients %j', async (segment, places) => {
  const { status, body } = await preview(draftOfMailing({ segment }));
  expect({ status, body }).toMatchObject({ status: 200, body: { count: places.length } });
  if (places.length === 0) return;
  recorder.reset();
  await act(sendEmail, draftOfMailing({ segment, expectCount: places.length }));
  await sendEverything(notification);
  expect(recorder.addresses().sort()).toEqual(places.map((place) => `member${place}@seg.example`));
});

it('returns 400 for users without a hunt who joined since a day', async () => {
  const segment = { membership: 'none', joined_since: '2026-01-01' };
  expect((await preview(draftOfMailing({ segment }))).status).toBe(400);
});

it('P-3.4 a user who leaves the segment while the mailing is paused gets no mail', async () => {
  recorder.reset();
  const { body } = await act(sendEmail, draftOfMailing({ segment: { alerts: 'on' } }));
  const { mailingId } = body as { mailingId: string };
  await act(pauseMailing, {}, mailingId);
  await pool().query(
    `UPDATE alert_preferences SET email_alerts = false WHERE user_id =
       (SELECT user_id FROM recipients WHERE email = 'member0@seg.example')`,
  );
  await act(resumeMailing, {}, mailingId);
  await sendEverything(notification);
  expect(recorder.addresses()).toEqual(['member2@seg.example']);
});

const pool = () => notification.context.pool;
const { act, preview } = asStaff(() => notification, randomUUID());
