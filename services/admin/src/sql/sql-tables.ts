export type SqlColumn = {
  name: string;
  type: string;
  updatable: boolean;
  /** Why an UPDATE cannot set it. */
  reason?: string;
};

export type SqlTable = {
  name: string;
  columns: readonly SqlColumn[];
  /** The key columns of a row; all of type uuid. */
  key: readonly string[];
  /** Columns that are never null; used to check the WHERE of an UPDATE. */
  required: readonly string[];
};

const MONEY = 'Payment changes money and its records, together with Stripe.';
const RECORD = 'A record of what happened. Records are not changed.';
const COPY = 'A copy of what another service owns. Change it there.';
const ACCOUNT =
  'Change it on the page of the account, which checks it and tells the other services.';
const HUNT = 'Change it on the page of the hunt, which checks the state of the hunt.';

/**
 * The views of the schema `backoffice` that the SQL tool may use, with columns and types. `!` marks
 * columns that an UPDATE may set; `fixed` is the reason why it cannot set the others. A test compares
 * the list with the views and the privileges of the roles.
 */
export const SQL_TABLES: readonly SqlTable[] = [
  table(
    'users',
    {
      uuid: 'id',
      text: 'email first_name! last_name! status!',
      boolean: 'email_verified is_admin',
      timestamptz: 'created_at last_login',
    },
    {
      required: 'id email status email_verified is_admin created_at',
      fixed: ACCOUNT,
      reasons: {
        email: 'The address identifies the account.',
        created_at: RECORD,
        last_login: RECORD,
      },
    },
  ),
  table(
    'user_products',
    { uuid: 'user_id', text: 'purchase_id product_id status' },
    { fixed: COPY },
  ),
  table(
    'hunts',
    {
      uuid: 'id',
      text: 'handle title! region! description! intro! rules! status currency',
      integer: 'price_cents base_value_cents bonus_per_purchase_cents position',
      bigint: 'frozen_bonus_cents',
      timestamptz: 'hidden_at completed_at created_at',
      jsonb: 'search_area! images!',
    },
    {
      required: `id handle title region description intro rules status currency price_cents
        base_value_cents bonus_per_purchase_cents position images created_at`,
      fixed: HUNT,
      reasons: {
        price_cents: 'Prices and prizes are changed on the page of the hunt only.',
        base_value_cents: 'Prices and prizes are changed on the page of the hunt only.',
        bonus_per_purchase_cents: 'Prices and prizes are changed on the page of the hunt only.',
        frozen_bonus_cents: 'The prize of a claim is frozen.',
        completed_at: RECORD,
        created_at: RECORD,
      },
    },
  ),
  table(
    'clues',
    {
      uuid: 'id hunt_id',
      text: 'kind title! body_html',
      integer: 'number',
      timestamptz: 'publish_at announced_at created_at',
    },
    {
      required: 'id hunt_id kind number created_at',
      fixed: HUNT,
      reasons: {
        body_html:
          'HTML is sanitised when it is saved on the page of the hunt. SQL cannot do that.',
        announced_at: RECORD,
        created_at: RECORD,
      },
    },
  ),
  table(
    'memberships',
    {
      uuid: 'hunt_id',
      text: 'purchase_id user_id status',
      integer: 'bonus_cents',
      timestamptz: 'created_at changed_at',
    },
    { fixed: MONEY },
  ),
  table(
    'claims',
    { uuid: 'id hunt_id', text: 'state note', timestamptz: 'decided_at created_at' },
    { fixed: 'A claim is decided on its own page, once.' },
  ),
  table(
    'purchases',
    {
      uuid: 'id',
      text: `user_id product_id product_title handle region currency stripe_payment_intent_id status
        dispute receipt_number`,
      integer: 'amount_cents bonus_cents',
      boolean: 'is_refund_pending',
      timestamptz: 'refunded_at created_at handed_over_at',
    },
    { fixed: MONEY },
  ),
  table(
    'payment_attempts',
    {
      uuid: 'id',
      text: 'user_id product_id product_title handle region currency stripe_payment_intent_id state',
      integer: 'amount_cents bonus_cents',
      timestamptz: 'created_at',
    },
    { fixed: MONEY },
  ),
  table(
    'refund_requests',
    {
      uuid: 'id purchase_id',
      text: 'admin_id reason state',
      integer: 'tries',
      timestamptz: 'next_try_at created_at closed_at',
    },
    { fixed: MONEY },
  ),
  table(
    'stripe_events',
    { text: 'id type outcome', integer: 'attempts', timestamptz: 'received_at handled_at' },
    { fixed: MONEY },
  ),
  table(
    'recipients',
    { uuid: 'user_id', text: 'email first_name status', boolean: 'email_verified' },
    { fixed: 'A copy of users. Change it there.' },
  ),
  table(
    'alert_preferences',
    {
      uuid: 'user_id product_id',
      text: 'product_title region handle',
      boolean: 'email_alerts! sms_alerts! is_member',
      timestamptz: 'last_notified_at joined_at',
    },
    {
      key: 'user_id product_id',
      required: `user_id product_id product_title region handle email_alerts sms_alerts is_member
        joined_at`,
      fixed: COPY,
      reasons: { last_notified_at: RECORD },
    },
  ),
  table(
    'deliveries',
    {
      uuid: 'id user_id product_id mailing_id',
      text: 'template channel state',
      integer: 'attempts',
      timestamptz: 'next_try_at created_at started_at finished_at',
    },
    { fixed: 'The worker sends by these rows. A change could send a message twice.' },
  ),
  table(
    'mailings',
    {
      uuid: 'id',
      text: 'created_by subject state',
      integer: 'total',
      timestamptz: 'created_at finished_at',
    },
    { fixed: 'The worker sends by these rows. A change could send a message twice.' },
  ),
  table(
    'suppressions',
    { uuid: 'user_id', text: 'channel cause', timestamptz: 'since' },
    { fixed: 'A suppression is lifted on the page of the account.' },
  ),
  table(
    'contact_messages',
    { uuid: 'id', text: 'name email message', timestamptz: 'created_at' },
    { fixed: RECORD },
  ),
  table(
    'activities',
    {
      uuid: 'id',
      text: 'admin_id action subject_type subject_id',
      jsonb: 'before after',
      timestamptz: 'acted_at',
    },
    { fixed: 'The activity log is append-only.' },
  ),
];

export function findTable(name: string): SqlTable | null {
  return SQL_TABLES.find((each) => each.name === name) ?? null;
}

type Rights = { key?: string; required?: string; fixed: string; reasons?: Record<string, string> };

function table(
  name: string,
  types: Record<string, string>,
  { key = 'id', required = key, fixed, reasons = {} }: Rights,
): SqlTable {
  const columns = Object.entries(types).flatMap(([type, names]) =>
    names.split(/\s+/).map((written): SqlColumn => {
      const column = { name: written.replace('!', ''), type };
      if (written.endsWith('!')) return { ...column, updatable: true };
      const isKey = /^id$|_id$/.test(column.name);
      const reason = reasons[column.name] ?? (isKey ? 'Ids are never changed.' : fixed);
      return { ...column, updatable: false, reason };
    }),
  );
  return { name, columns, key: key.split(' '), required: required.split(/\s+/) };
}
