import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@cairn/contracts/services.ts';
import { SQL_ROLES } from '@cairn/postgres/back-office.ts';
import { migrateSchema } from '@cairn/postgres/migrate.ts';
import {
  type DatabasePlan,
  databaseUrl,
  ownerUrl,
  provisionDatabase,
  type SchemaOwner,
} from '@cairn/postgres/provision.ts';
import { ROOT } from './paths.ts';

export const SCHEMAS = SERVICE_NAMES;
export type Schema = ServiceName;

export type Database = DatabasePlan & { adminUrl: string };

const DEFAULT_NAME = 'cairn';

/** The URL may name the database to create; the admin connection uses `postgres`. */
export function locateDatabase(postgresUrl: string): { adminUrl: string; name: string } {
  const url = new URL(postgresUrl);
  const named = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  return { adminUrl: url.href, name: named && named !== 'postgres' ? named : DEFAULT_NAME };
}

export function ownersFrom(passwords: Record<Schema, string>): SchemaOwner[] {
  return SCHEMAS.map((schema) => ({
    schema,
    role: `cairn_${schema}`,
    password: passwords[schema],
  }));
}

export function schemaUrl(
  { adminUrl, name, owners }: Omit<Database, 'sqlPasswords'>,
  schema: Schema,
): string {
  const owner = owners.find((each) => each.schema === schema);
  if (!owner) throw new Error(`The schema ${schema} has no owner.`);
  return ownerUrl(adminUrl, name, owner);
}

/** The URL for a role of the SQL tool. */
export function sqlRoleUrl(
  { adminUrl, name, sqlPasswords }: Database,
  kind: keyof typeof SQL_ROLES,
): string {
  return ownerUrl(adminUrl, name, { role: SQL_ROLES[kind], password: sqlPasswords[kind] });
}

/** Creates database, schemas and roles, migrates, and returns the names of the applied migrations. */
export async function prepareDatabase(database: Database): Promise<string[]> {
  await provisionDatabase(database.adminUrl, database);
  const applied: string[] = [];
  for (const owner of database.owners) {
    const { schema } = owner;
    const names = await migrateSchema({
      databaseUrl: ownerUrl(database.adminUrl, database.name, owner),
      schema,
      directories: [
        join(ROOT, 'libs', 'events', 'migrations'),
        join(ROOT, 'services', schema, 'migrations'),
      ],
    });
    applied.push(...names.map((name) => `${schema}/${name}`));
  }
  return applied;
}

/** The superuser's URL of the database itself. */
export function databaseUrlOf({ adminUrl, name }: Database): string {
  return databaseUrl(adminUrl, name);
}
