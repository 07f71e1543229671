import { randomInt, randomUUID } from 'node:crypto';
import { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
import { getAlerts, updateAlerts } from '@cairn/contracts/http/alerts.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { type Answer, call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { hashAddress } from '../src/suppressions/suppression.ts';
import type { Notification } from './harness.ts';
import { messageKeys } from './message-keys.ts';

const suppressionKey = Buffer.from(messageKeys.shared.SUPPRESSION_KEY, 'base64');

/** A number in Vermont that no other test uses. */
export function freshNumber(): string {
  return `+1802${randomInt(200, 555)}${String(randomInt(10_000)).padStart(4, '0')}`;
}

/** The header that the gateway sets, with an address that no other test run uses. */
export function fromFreshAddress(): Record<string, string> {
  const group = () => randomInt(1, 0xffff).toString(16);
  return { 'x-forwarded-for': `2001:db8:${group()}:${group()}::1` };
}

export function purchaseOf(userId: string, productId: string = randomUUID()) {
  return makeEvent(purchaseRecorded, {
    purchaseId: randomUUID(),
    userId,
    productId,
    version: 1,
    productTitle: 'The Vermont Troll',
    handle: 'vt-troll-hunt',
    region: 'Vermont',
    amountCents: 2000,
    currency: 'USD',
    bonusCents: 1000,
    paymentIntentId: 'pi_1',
    recordedAt: new Date().toISOString(),
  });
}

/** Makes the user a member of a new hunt; returns the id of the hunt. */
export async function join(notification: Notification, userId: string): Promise<string> {
  const productId = randomUUID();
  await notification.deliver(purchaseOf(userId, productId));
  return productId;
}

export async function ownAlerts(notification: Notification, userId: string) {
  const { body } = await call(notification.url + getAlerts.path, { token: tokenFor({ userId }) });
  return getAlerts.answer.parse(body);
}

export async function putAlerts(
  notification: Notification,
  userId: string,
  json: unknown,
): Promise<Answer> {
  return call(notification.url + updateAlerts.path, {
    method: 'PUT',
    token: tokenFor({ userId }),
    json,
  });
}

/** Inserts a confirmed number without a code. */
export async function givePhone(
  { context }: Notification,
  userId: string,
  number = freshNumber(),
): Promise<string> {
  await context.pool.query('INSERT INTO phones (user_id, number) VALUES ($1, $2)', [
    userId,
    number,
  ]);
  return number;
}

export async function causesOf({ context }: Notification, address: string): Promise<string[]> {
  const { rows } = await context.pool.query(
    'SELECT cause FROM suppressions WHERE address_hash = $1 ORDER BY cause',
    [hashAddress(address, suppressionKey)],
  );
  return rows.map(({ cause }) => cause);
}

/** The stored rows of a provider's event. */
export async function keptWebhooks(
  { context }: Notification,
  eventId: unknown,
): Promise<unknown[]> {
  const { rows } = await context.pool.query(
    'SELECT kind, delivery_id, detail FROM webhook_events WHERE event_id = $1',
    [eventId],
  );
  return rows;
}

/** Inserts a suppression of an address or number. */
export async function suppress(
  { context }: Notification,
  address: string,
  channel: 'email' | 'sms',
  cause: string,
): Promise<void> {
  await context.pool.query(
    'INSERT INTO suppressions (address_hash, channel, cause) VALUES ($1, $2, $3)',
    [hashAddress(address, suppressionKey), channel, cause],
  );
}
