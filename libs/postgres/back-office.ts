import type pg from 'pg';

/**
 * Roles of admin beside its own. Those of the SQL tool may access only the views of the schema
 * `backoffice`, which the services' migrations publish: one reads, the other updates the granted
 * columns. The invariants' role reads the ids, states and counters that migrations grant to it.
 */
export const SQL_ROLES = {
  reader: 'cairn_sql_reader',
  updater: 'cairn_sql_updater',
  invariants: 'cairn_invariants',
} as const;

export const BACK_OFFICE_SCHEMA = 'backoffice';

export type SqlRolePasswords = Record<keyof typeof SQL_ROLES, string>;

/** Rights of schema owners that the tool's roles lack, as any other role does. */
const SERVICES = 'cairn_services';

/** Role defaults, for connections that set none of these. Sizes in kB. */
const SETTINGS = {
  search_path: BACK_OFFICE_SCHEMA,
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  temp_file_limit: '262144',
  work_mem: '2048',
  hash_mem_multiplier: '1',
  // A hash join of many equal keys exceeds `work_mem`.
  enable_hashjoin: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

/**
 * Creates the schema and the tool's roles, and revokes from PUBLIC whatever reaches outside of a
 * query: functions with side effects, and code blocks. `client` is a superuser in a transaction in
 * the database; `owners` are the roles of the services. Idempotent.
 */
export async function provisionBackOffice(
  client: pg.Client,
  database: string,
  { owners, passwords }: { owners: string[]; passwords: SqlRolePasswords },
): Promise<void> {
  const name = client.escapeIdentifier(database);
  await createRole(client, SERVICES, 'NOLOGIN');
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${BACK_OFFICE_SCHEMA}`);
  for (const owner of owners) {
    const role = client.escapeIdentifier(owner);
    await client.query(`GRANT ${SERVICES} TO ${role}`);
    await client.query(`GRANT USAGE, CREATE ON SCHEMA ${BACK_OFFICE_SCHEMA} TO ${role}`);
  }
  for (const [kind, role] of Object.entries(SQL_ROLES)) {
    await createRole(client, role, 'LOGIN');
    await client.query(
      `ALTER ROLE ${role} NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
         PASSWORD ${client.escapeLiteral(passwords[kind as keyof SqlRolePasswords])}`,
    );
    for (const [setting, value] of Object.entries(SETTINGS))
      await client.query(`ALTER ROLE ${role} SET ${setting} = '${value}'`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${role}`);
  }
  const tool = `${SQL_ROLES.reader}, ${SQL_ROLES.updater}`;
  await client.query(`GRANT USAGE ON SCHEMA ${BACK_OFFICE_SCHEMA} TO ${tool}`);
  for (const role of [SQL_ROLES.reader, SQL_ROLES.invariants])
    await client.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
  await client.query(RESERVE_FUNCTIONS);
}

async function createRole(client: pg.Client, role: string, login: 'LOGIN' | 'NOLOGIN') {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${role} ${login}`);
}

/**
 * Functions with side effects are declared volatile: sleeping, locks, settings, sequences,
 * notifications, large objects, files, other sessions. Some read-only functions are volatile too.
 * Excludes trigger functions, which statements cannot call, and three harmless volatile functions.
 */
const RESERVE_FUNCTIONS = `
DO $$
DECLARE reserved regprocedure;
BEGIN
  FOR reserved IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind IN ('f', 'p')
      AND (provolatile = 'v' OR proname IN ('database_to_xml', 'schema_to_xml', 'table_to_xml'))
      AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
      AND proname NOT IN ('random', 'gen_random_uuid', 'clock_timestamp')
      AND EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner)))
                  WHERE grantee = 0 AND privilege_type = 'EXECUTE')
  LOOP
    EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO ${SERVICES}', reserved);
    EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', reserved);
  END LOOP;
END $$;
GRANT USAGE ON LANGUAGE plpgsql TO ${SERVICES};
REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
`;
