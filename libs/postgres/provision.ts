import pg from 'pg';
import { provisionBackOffice, type SqlRolePasswords } from './back-office.ts';

/** A schema, and the role that owns it and has no rights elsewhere. */
export type SchemaOwner = { schema: string; role: string; password: string };

export type DatabasePlan = {
  name: string;
  owners: SchemaOwner[];
  /** Passwords of the SQL tool's roles. */
  sqlPasswords: SqlRolePasswords;
};

/**
 * Creates the database, the roles of the SQL tool, and a login role with its schema for each owner.
 * Idempotent. Names are constants, never input. `adminUrl` is a superuser's.
 */
export async function provisionDatabase(
  adminUrl: string,
  { name: database, owners, sqlPasswords }: DatabasePlan,
): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    // Roles are server-wide, advisory locks per database: creating roles is serialised by a lock in
    // the administrator's database. The lock ends with the connection.
    await admin.query('SELECT pg_advisory_lock(7241001)');
    await createDatabase(admin, database);
    await withClient(databaseUrl(adminUrl, database), async (client) => {
      await client.query('BEGIN');
      await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
      for (const owner of owners) await createOwner(client, database, owner);
      await provisionBackOffice(client, database, {
        owners: owners.map(({ role }) => role),
        passwords: sqlPasswords,
      });
      await client.query('COMMIT');
    });
  });
}

/** The URL with which a role connects. */
export function ownerUrl(
  adminUrl: string,
  database: string,
  owner: Pick<SchemaOwner, 'role' | 'password'>,
): string {
  const url = new URL(databaseUrl(adminUrl, database));
  url.username = owner.role;
  url.password = owner.password;
  return url.href;
}

export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function createDatabase(client: pg.Client, database: string): Promise<void> {
  const name = client.escapeIdentifier(database);
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
    database,
  ]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
}

async function createOwner(client: pg.Client, database: string, owner: SchemaOwner): Promise<void> {
  const role = client.escapeIdentifier(owner.role);
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [
    owner.role,
  ]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`);
  await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(owner.password)}`);
  await client.query(`GRANT CONNECT ON DATABASE ${client.escapeIdentifier(database)} TO ${role}`);
  await client.query(
    `CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(owner.schema)} AUTHORIZATION ${role}`,
  );
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'cairn-provision' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
