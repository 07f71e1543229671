export type SqlColumn = { name: string; type: string; updatable: boolean };

export type SqlTable = {
  name: string;
  columns: readonly SqlColumn[];
  /** By which a changed row is found again; all of type uuid. */
  key: readonly string[];
  /** Columns that are never null, where an UPDATE may choose rows by them. */
  required: readonly string[];
};

/**
 * What the SQL tool may name: the views of the schema `backoffice` with their columns and types. `!`
 * marks what an UPDATE may set. A test holds it against the views and the rights of the roles.
 */
export const SQL_TABLES: readonly SqlTable[] = [
  table(
    'users',
    {
      uuid: 'id',
      text: 'email first_name! last_name! status',
      boolean: 'email_verified is_admin',
      timestamptz: 'created_at last_login',
    },
    { required: 'id email status email_verified is_admin created_at' },
  ),
  table('user_products', { uuid: 'user_id', text: 'purchase_id product_id status' }),
  table('hunts', {
    uuid: 'id',
    text: 'handle title region description intro rules status currency',
    integer: 'price_cents base_value_cents bonus_per_purchase_cents position',
    bigint: 'frozen_bonus_cents',
    timestamptz: 'hidden_at completed_at created_at',
    jsonb: 'search_area images',
  }),
  table('clues', {
    uuid: 'id hunt_id',
    text: 'kind title body_html',
    integer: 'number',
    timestamptz: 'publish_at announced_at created_at',
  }),
  table('memberships', {
    uuid: 'hunt_id',
    text: 'purchase_id user_id status',
    integer: 'bonus_cents',
    timestamptz: 'created_at changed_at',
  }),
  table('claims', {
    uuid: 'id hunt_id',
    text: 'state note',
    timestamptz: 'decided_at created_at',
  }),
  table('purchases', {
    uuid: 'id',
    text: `user_id product_id product_title handle region currency stripe_payment_intent_id status
      dispute`,
    integer: 'amount_cents bonus_cents',
    boolean: 'is_refund_pending',
    timestamptz: 'refunded_at created_at handed_over_at',
  }),
  table('payment_attempts', {
    uuid: 'id',
    text: 'user_id product_id product_title handle region currency stripe_payment_intent_id state',
    integer: 'amount_cents bonus_cents',
    timestamptz: 'created_at',
  }),
  table('refund_requests', {
    uuid: 'id purchase_id',
    text: 'admin_id reason state',
    integer: 'tries',
    timestamptz: 'next_try_at created_at closed_at',
  }),
  table('stripe_events', {
    text: 'id type outcome',
    integer: 'attempts',
    timestamptz: 'received_at handled_at',
  }),
  table('recipients', {
    uuid: 'user_id',
    text: 'email first_name status',
    boolean: 'email_verified',
  }),
  table(
    'alert_preferences',
    {
      uuid: 'user_id product_id',
      text: 'product_title region handle',
      boolean: 'email_alerts! sms_alerts is_member',
      timestamptz: 'last_notified_at joined_at',
    },
    {
      key: 'user_id product_id',
      required: `user_id product_id product_title region handle email_alerts sms_alerts is_member
        joined_at`,
    },
  ),
  table('deliveries', {
    uuid: 'id user_id product_id mailing_id',
    text: 'template channel state',
    integer: 'attempts',
    timestamptz: 'next_try_at created_at started_at finished_at',
  }),
  table('mailings', {
    uuid: 'id',
    text: 'created_by subject state',
    integer: 'total',
    timestamptz: 'created_at finished_at',
  }),
  table('suppressions', { uuid: 'user_id', text: 'channel cause', timestamptz: 'since' }),
  table('contact_messages', {
    uuid: 'id',
    text: 'name email message',
    timestamptz: 'created_at',
  }),
  table('activities', {
    uuid: 'id',
    text: 'admin_id action subject_type subject_id',
    jsonb: 'before after',
    timestamptz: 'acted_at',
  }),
];

export function findTable(name: string): SqlTable | null {
  return SQL_TABLES.find((each) => each.name === name) ?? null;
}

function table(
  name: string,
  types: Record<string, string>,
  { key = 'id', required = key }: { key?: string; required?: string } = {},
): SqlTable {
  const columns = Object.entries(types).flatMap(([type, names]) =>
    names.split(/\s+/).map((written) => ({
      name: written.replace('!', ''),
      type,
      updatable: written.endsWith('!'),
    })),
  );
  return { name, columns, key: key.split(' '), required: required.split(/\s+/) };
}
