import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { migrateSchema } from '@cairn/postgres/migrate.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { databaseUrl, ownerUrl, provisionDatabase } from '@cairn/postgres/provision.ts';
import pg from 'pg';
import { getInfrastructure } from './config.ts';
import { migrationsOf, SCHEMAS, testOwner } from './owners.ts';

export type TestDatabase = {
  /** A superuser's URL to this database. */
  adminUrl: string;
  /** The URL of a service's own role. */
  urlOf(schema: string): string;
  /** A pool as the service has it; closed by `drop`. */
  poolOf(schema: string): Pool;
  drop(): Promise<void>;
};

/** A database of its own, with every service's schema, cloned from a template that is made once. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { postgresUrl } = getInfrastructure();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(postgresUrl, async (admin) => {
    // Cloning needs that nobody else is connected to the template.
    await admin.query('SELECT pg_advisory_lock(7241002)');
    const template = await findOrCreateTemplate(admin, postgresUrl);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    // A clone has the rights within the template, but not those on the database itself.
    await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    for (const schema of SCHEMAS) {
      await admin.query(`GRANT CONNECT ON DATABASE ${name} TO ${testOwner(schema).role}`);
    }
  });
  const pools: Pool[] = [];
  const urlOf = (schema: string) => ownerUrl(postgresUrl, name, testOwner(schema));
  return {
    adminUrl: databaseUrl(postgresUrl, name),
    urlOf,
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

/** Named after the content of all migrations, so that a changed one makes a new template. */
async function findOrCreateTemplate(admin: pg.Client, postgresUrl: string): Promise<string> {
  const name = `template_${await hashMigrations()}`;
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return name;
  const draft = `draft_${randomBytes(6).toString('hex')}`;
  const owners = SCHEMAS.map(testOwner);
  await provisionDatabase(postgresUrl, draft, owners);
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

async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256');
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
