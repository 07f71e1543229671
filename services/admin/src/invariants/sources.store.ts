import { SUBSCRIPTIONS } from '@cairn/contracts/events/catalogue.ts';
import type { Database } from '@cairn/postgres/pool.ts';

/** A set of rows that checks verify in parts. Keys are text; each query reads an index. */
export type Source = {
  name: string;
  /** The type of `cursor`. */
  type: 'uuid' | 'text' | 'bigint';
  /** The FROM clause, with a WHERE clause if any rows do not belong to the set. */
  from: string;
  /** The column that orders the sweep: the primary key. */
  cursor: string;
  /** The key, if it is not the cursor. */
  key?: string;
  /** An indexed column with the time of the insert, for sets whose new rows are verified first. */
  insertedAt?: string;
};

/** Before the first row of a sweep. */
const BEGIN = { uuid: '00000000-0000-0000-0000-000000000000', text: '', bigint: '0' };

export const PUBLISHERS = Object.keys(SUBSCRIPTIONS) as (keyof typeof SUBSCRIPTIONS)[];

const ROWS: readonly Source[] = [
  {
    name: 'purchases',
    type: 'uuid',
    from: 'payment.purchases WHERE true',
    cursor: 'id',
    insertedAt: 'created_at',
  },
  {
    name: 'attempts',
    type: 'uuid',
    from: "payment.payment_attempts WHERE state = 'succeeded'",
    cursor: 'id',
  },
  {
    name: 'memberships',
    type: 'text',
    from: 'catalog.memberships WHERE true',
    cursor: 'purchase_id',
  },
  { name: 'claims', type: 'uuid', from: "catalog.claims WHERE state <> 'rejected'", cursor: 'id' },
  {
    name: 'user_products',
    type: 'text',
    from: "auth.user_products WHERE status = 'held'",
    cursor: 'purchase_id',
  },
  {
    name: 'users',
    type: 'uuid',
    from: 'auth.users WHERE true',
    cursor: 'id',
    insertedAt: 'created_at',
  },
  {
    name: 'places',
    type: 'uuid',
    from: 'notification.places WHERE is_held',
    cursor: 'purchase_id',
  },
  {
    name: 'recipients',
    type: 'uuid',
    from: 'notification.recipients WHERE true',
    cursor: 'user_id',
  },
  {
    name: 'alert_preferences',
    type: 'uuid',
    from: 'notification.alert_preferences WHERE true',
    cursor: 'user_id',
  },
  { name: 'phones', type: 'uuid', from: 'notification.phones WHERE true', cursor: 'user_id' },
  {
    name: 'phone_codes',
    type: 'uuid',
    from: 'notification.phone_codes WHERE true',
    cursor: 'user_id',
  },
  { name: 'deliveries', type: 'uuid', from: 'notification.deliveries WHERE true', cursor: 'id' },
  { name: 'mailings', type: 'uuid', from: 'notification.mailings WHERE true', cursor: 'id' },
];

export const SOURCES: readonly Source[] = [
  ...ROWS,
  ...PUBLISHERS.map(
    (schema): Source => ({
      name: outboxOf(schema),
      type: 'bigint',
      from: `${schema}.outbox WHERE published_at IS NOT NULL`,
      cursor: 'position',
      key: 'id',
      insertedAt: 'published_at',
    }),
  ),
];

export function outboxOf(schema: string): string {
  return `outbox_of_${schema}`;
}

export type NewRows = { keys: string[]; until: Date | null };

/** Rows written since a time, oldest first. `until` is the time of the last one. */
export async function listNewRows(
  db: Database,
  { from, cursor, key = cursor, insertedAt }: Source,
  { since, limit }: { since: Date; limit: number },
): Promise<NewRows> {
  if (!insertedAt) return { keys: [], until: null };
  const { rows } = await db.query<{ key: string; at: Date }>(
    `SELECT ${key}::text AS key, ${insertedAt} AS at FROM ${from} AND ${insertedAt} >= $1
     ORDER BY ${insertedAt} LIMIT $2`,
    [since, limit],
  );
  return { keys: rows.map((row) => row.key), until: rows.at(-1)?.at ?? null };
}

export type Sweep = { keys: string[]; sweptTo: string | null };

/** The next rows by primary key. `sweptTo` is null at the end of the set. */
export async function listNextRows(
  db: Database,
  { type, from, cursor, key = cursor }: Source,
  { after, limit }: { after: string | null; limit: number },
): Promise<Sweep> {
  const { rows } = await db.query<{ key: string; cursor: string }>(
    `SELECT ${key}::text AS key, ${cursor}::text AS cursor FROM ${from} AND ${cursor} > $1::${type}
     ORDER BY ${cursor} LIMIT $2`,
    [after ?? BEGIN[type], limit],
  );
  const isEnd = rows.length < limit;
  return {
    keys: rows.map((row) => row.key),
    sweptTo: isEnd ? null : (rows.at(-1)?.cursor ?? null),
  };
}
