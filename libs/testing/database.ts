import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { SQL_ROLES } from '@cairn/postgres/back-office.ts';
import { migrateSchema } from '@cairn/postgres/migrate.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { databaseUrl, ownerUrl, provisionDatabase } from '@cairn/postgres/provision.ts';
import pg from 'pg';
import { getInfrastructure } from './config.ts';
import { migrationsOf, SCHEMAS, TEST_SQL_PASSWORDS, testOwner } from './owners.ts';

export type TestDatabase = {
  /** A superuser's URL to this database. */
  adminUrl: string;
  /** The URL of a service's own role. */
  urlOf(schema: string): string;
  /** The URLs of admin's further roles. */
  sqlUrls: Record<keyof typeof SQL_ROLES, string>;
  /** A pool like the service's own; closed by `drop`. */
  poolOf(schema: string): Pool;
  drop(): Promise<void>;
};

/** A new database with every service's schema, cloned from a template that is built once. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { postgresUrl } = getInfrastructure();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(postgresUrl, async (admin) => {
    // Cloning requires that no other session is connected to the template.
    await admin.query('SELECT pg_advisory_lock(7241002)');
    const template = await findOrCreateTemplate(admin, postgresUrl);
    // Half of the work of the default strategy, which logs every page.
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    // A clone inherits rights within the template, but not those on the database itself.
    await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    const owners = SCHEMAS.map((schema) => testOwner(schema).role);
    const roles = [...owners, ...Object.values(SQL_ROLES)];
    await admin.query(`GRANT CONNECT ON DATABASE ${name} TO ${roles.join(', ')}`);
  });
  const pools: Pool[] = [];
  const urlOf = (schema: string) => ownerUrl(postgresUrl, name, testOwner(schema));
  const sqlUrl = (kind: keyof typeof SQL_ROLES) =>
    ownerUrl(postgresUrl, name, { role: SQL_ROLES[kind], password: TEST_SQL_PASSWORDS[kind] });
  return {
    adminUrl: databaseUrl(postgresUrl, name),
    urlOf,
    sqlUrls: {
      reader: sqlUrl('reader'),
      updater: sqlUrl('updater'),
      invariants: sqlUrl('invariants'),
    },
    poolOf(schema) {
      const pool = createPool({ url: urlOf(schema), schema, name: 'test', onError: () => {} });
      pools.push(pool);
      return pool;
    },
    async drop() {
      await Promise.all(pools.map((pool) => pool.end()));
      await withAdmin(postgresUrl, async (admin) => {
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

/** Hash of everything that builds the template, so that a changed migration or right builds a new one. */
async function findOrCreateTemplate(admin: pg.Client, postgresUrl: string): Promise<string> {
  templateHash ??= hashMigrations();
  const name = `template_${await templateHash}`;
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return name;
  const draft = `draft_${randomBytes(6).toString('hex')}`;
  const owners = SCHEMAS.map(testOwner);
  await provisionDatabase(postgresUrl, {
    name: draft,
    owners,
    sqlPasswords: TEST_SQL_PASSWORDS,
  });
  for (const owner of owners) {
    await migrateSchema({
      databaseUrl: ownerUrl(postgresUrl, draft, owner),
      schema: owner.schema,
      directories: migrationsOf(owner.schema),
    });
  }
  await admin.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  return name;
}

/** Read once by each process: migrations do not change while it runs. */
let templateHash: Promise<string> | undefined;

async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['provision.ts', 'back-office.ts'])
    hash.update(await readFile(new URL(`../postgres/${file}`, import.meta.url)));
  for (const directory of new Set(SCHEMAS.flatMap(migrationsOf))) {
    for (const file of (await readdir(directory)).sort()) {
      hash.update(file).update(await readFile(`${directory}/${file}`));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
