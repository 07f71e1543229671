import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { migrateSchema } from '../migrate.ts';

const database = await createTestDatabase();
const parent = await mkdtemp(join(tmpdir(), 'cairn-migrations-'));
afterAll(async () => {
  await rm(parent, { recursive: true });
  await database.drop();
});

describe('migrateSchema', () => {
  it('builds an index concurrently, outside of a transaction', async () => {
    const directory = join(parent, 'sample', 'migrations');
    await mkdir(directory, { recursive: true });
    await writeFile(
      join(directory, '001_table.sql'),
      '-- Up Migration\nCREATE TABLE sample (id integer);\n-- Down Migration\nDROP TABLE sample;\n',
    );
    await writeFile(
      join(directory, '002_index.sql'),
      '-- No transaction\n-- Up Migration\nCREATE INDEX CONCURRENTLY sample_id ON sample (id);\n',
    );
    const options = {
      databaseUrl: database.urlOf('admin'),
      schema: 'admin',
      directories: [directory],
    };
    expect(await migrateSchema(options)).toEqual(['001_table', '002_index']);
    expect(await migrateSchema(options)).toEqual([]);
    const { rows } = await database
      .poolOf('admin')
      .query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'sample_id'::regclass");
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});
