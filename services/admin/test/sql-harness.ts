import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { type AdminUnderTest, startAdmin } from './start-admin.ts';

type Ask = { query: string; dryRun?: boolean; explain?: boolean; expectRowCount?: number };

export type SqlHarness = {
  database: TestDatabase;
  service: AdminUnderTest;
  /** Pools of other services' roles and of a superuser. */
  auth: Pool;
  notification: Pool;
  superuser: Pool;
  run(ask: Ask, adminId?: string): Promise<{ status: number; body: unknown }>;
  addUser(id: string, email: string, firstName: string): Promise<void>;
  nameOf(id: string): Promise<string>;
  stop(): Promise<void>;
};

/** Starts the service with its database; `isAllPowerful` runs the tool as a superuser. */
export async function startSqlHarness({ isAllPowerful = false } = {}): Promise<SqlHarness> {
  const database = await createTestDatabase();
  const { adminUrl, sqlUrls } = database;
  const service = await startAdmin(database, {
    SQL_READER_URL: isAllPowerful ? adminUrl : sqlUrls.reader,
    SQL_UPDATER_URL: isAllPowerful ? adminUrl : sqlUrls.updater,
  });
  const superuser = createPool({
    url: adminUrl,
    schema: 'backoffice',
    name: 'test',
    onError: () => {},
  });
  const auth = database.poolOf('auth');
  return {
    database,
    service,
    auth,
    notification: database.poolOf('notification'),
    superuser,
    async run(json, adminId = randomUUID()) {
      const token = tokenFor({ userId: adminId, isAdmin: true });
      const { status, body } = await service.call('/api/admin/sql', { token, json });
      return { status, body };
    },
    async addUser(id, email, firstName) {
      await auth.query(
        `INSERT INTO users (id, email, password_hash, first_name, email_verified)
         VALUES ($1, $2, 'SECRET-hash', $3, true)`,
        [id, email, firstName],
      );
    },
    async nameOf(id) {
      const { rows } = await auth.query(
        "SELECT concat_ws(' ', first_name, last_name) AS name FROM users WHERE id = $1",
        [id],
      );
      return rows[0].name;
    },
    async stop() {
      await service.stop();
      await superuser.end();
      await database.drop();
    },
  };
}

/** Inserts one row of each kind of secret, each marked with the word SECRET. */
export async function plantSecrets({ superuser, addUser }: SqlHarness): Promise<void> {
  const [userId, huntId] = [randomUUID(), randomUUID()];
  await addUser(userId, 'ada@example.com', 'Ada');
  const hash = Buffer.from('SECRET-hash-of-32-bytes-exactly!').toString('hex');
  await superuser.query(
    `INSERT INTO auth.link_tokens (user_id, purpose, token_hash, expires_at)
     VALUES ('${userId}', 'password_reset', '\\x${hash}', now() + interval '1 hour')`,
  );
  await superuser.query(
    `INSERT INTO catalog.hunts (id, handle, title, region, description, intro, rules, status,
       price_cents, currency, base_value_cents, bonus_per_purchase_cents)
     VALUES ('${huntId}', 'vt-troll-hunt', 'The Troll', 'Vermont', '', '', '', 'active', 2000, 'USD', 0, 0)`,
  );
  await superuser.query(
    `INSERT INTO catalog.treasure_codes (hunt_id, code_hmac, sealed_code, sealed_salt, commitment)
     VALUES ('${huntId}', '\\x${hash}', 'SECRET-code', 'SECRET-salt', repeat('0', 64))`,
  );
  await superuser.query(
    `INSERT INTO catalog.stashes (hunt_id, code_hmac, sealed_phrase)
     VALUES ('${huntId}', '\\x${hash}', 'SECRET-phrase')`,
  );
  await superuser.query(
    `INSERT INTO catalog.clues (hunt_id, kind, number, title, body_html, publish_at)
     VALUES ('${huntId}', 'clue', 1, 'SECRET-title', 'SECRET-clue', now() + interval '1 day')`,
  );
  await superuser.query(
    `INSERT INTO notification.deliveries (event_id, template, channel, user_id, sealed_token)
     VALUES (gen_random_uuid(), 'password_reset', 'email', '${userId}', 'SECRET-token')`,
  );
  await superuser.query(
    `INSERT INTO auth.outbox (id, source, type, version, topic, key, occurred_at, data)
     VALUES (gen_random_uuid(), 'x', 'x', 1, 'users', 'x', now(), '{"SECRET": "event"}')`,
  );
  await superuser.query(
    `INSERT INTO payment.stripe_events (id, type, payload, outcome, received_at)
     VALUES ('evt_1', 'x', '{"SECRET": "payload"}', 'ignored', now())`,
  );
}

/** A digest of the whole database except the log of the tool’s runs. */
export async function stateOf({ superuser }: SqlHarness): Promise<string> {
  const { rows: tables } = await superuser.query(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
       AND (schemaname, tablename) <> ('admin', 'outbox') ORDER BY 1`,
  );
  const states: string[] = [];
  for (const { name } of tables) {
    const { rows } = await superuser.query(
      `SELECT count(*) || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS state
       FROM ${name} AS t`,
    );
    states.push(`${name} ${rows[0].state}`);
  }
  const { rows } = await superuser.query(
    `SELECT (SELECT count(*) FROM pg_class) || ' ' || (SELECT count(*) FROM pg_proc) || ' '
       || (SELECT count(*) FROM pg_largeobject_metadata) || ' '
       || (SELECT md5(string_agg(r::text, '|' ORDER BY oid)) FROM pg_roles AS r
           WHERE rolname LIKE 'cairn%') AS catalogue`,
  );
  return [...states, rows[0].catalogue].join('\n');
}
