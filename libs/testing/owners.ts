import { fileURLToPath } from 'node:url';
import { SERVICE_NAMES } from '@cairn/contracts/services.ts';
import type { SchemaOwner } from '@cairn/postgres/provision.ts';

export const SCHEMAS = SERVICE_NAMES;

/** Roles are server-wide, so all test databases share them. */
export function testOwner(schema: string): SchemaOwner {
  return { schema, role: `cairn_${schema}`, password: 'test' };
}

/** The SQL tool's passwords in every test database. */
export const TEST_SQL_PASSWORDS = { reader: 'test', updater: 'test', invariants: 'test' };

export function migrationsOf(schema: string): string[] {
  return [
    fileURLToPath(new URL('../events/migrations', import.meta.url)),
    fileURLToPath(new URL(`../../services/${schema}/migrations`, import.meta.url)),
  ];
}
