import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Channel } from '../suppressions/suppression.ts';
import type { TemplateName } from '../templates/catalogue.ts';

export type StaffAlarm = {
  eventId: string;
  template: TemplateName;
  huntId: string;
  channel: Channel;
  address: string;
  /** The recipient's place among the staff of the channel. */
  ordinal: number;
  variables: Record<string, unknown>;
  traceparent: string | null;
  /** ISO time of the fact. */
  happenedAt: string;
};

const SAME_ALARM =
  'template = $1 AND product_id = $2 AND channel = $3 AND ordinal = $4 AND user_id IS NULL';

const COUNT_IN_PENDING_ALARM = statement(
  'notification.countInPendingAlarm',
  `UPDATE deliveries SET variables = variables || $5::jsonb
     || jsonb_build_object('count', coalesce((variables->>'count')::int, 1) + 1)
   WHERE ${SAME_ALARM} AND state = 'pending'`,
);

/** Adds the event to an alarm that has not been sent yet; false without one. */
export async function countInPendingAlarm(
  tx: Transaction,
  { template, huntId, channel, ordinal, variables }: StaffAlarm,
): Promise<boolean> {
  const count = await COUNT_IN_PENDING_ALARM.execute(tx, [
    template,
    huntId,
    channel,
    ordinal,
    JSON.stringify(variables),
  ]);
  return count > 0;
}

const INSERT_ALARM = statement(
  'notification.insertAlarm',
  `WITH last AS (
     SELECT max(started_at) + interval '1 hour' AS ends_at FROM deliveries WHERE ${SAME_ALARM})
   INSERT INTO deliveries (template, product_id, channel, ordinal, event_id, address, variables,
     traceparent, not_before, next_try_at, state, finished_at)
   SELECT $1::text, $2::uuid, $3::text, $4::int, $5::uuid, $6, $7::jsonb, $8?,
     CASE WHEN ends_at > now() THEN ends_at END, greatest(now(), ends_at),
     CASE WHEN is_restored THEN 'maybe_sent' ELSE 'pending' END, CASE WHEN is_restored THEN now() END
   FROM last, precedes_restoration($9) AS is_restored ON CONFLICT DO NOTHING`,
);

/** Due at once, or one hour after the last alarm of this kind and hunt was sent. */
export async function insertAlarm(tx: Transaction, alarm: StaffAlarm): Promise<void> {
  await INSERT_ALARM.execute(tx, [
    alarm.template,
    alarm.huntId,
    alarm.channel,
    alarm.ordinal,
    alarm.eventId,
    alarm.address,
    JSON.stringify(alarm.variables),
    alarm.traceparent,
    alarm.happenedAt,
  ]);
}
