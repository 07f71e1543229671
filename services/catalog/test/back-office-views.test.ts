import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClue, makeHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;
/** As the SQL tool reads. */
let reader: Pool;

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
  const { reader: url } = catalog.database.sqlUrls;
  reader = createPool({ url, schema: 'backoffice', name: 'test', onError: () => {} });
});
afterAll(async () => {
  await reader.end();
  await catalog.stop();
});

async function readClues(huntId: string) {
  const { rows } = await reader.query(
    'SELECT title, body_html FROM clues WHERE hunt_id = $1 ORDER BY number',
    [huntId],
  );
  return rows;
}

describe('P-5.5 what the SQL tool sees of a hunt', () => {
  it('is no text that is not out: neither later ones, nor drafts, nor any before the hunt is open', async () => {
    const hidden = { title: null, body_html: null };
    const shown = { title: 'First light', body_html: expect.stringContaining('water') };
    const { id } = await makeHunt(staff);
    await makeClue(staff, id, { publish_at: '2020-01-01T00:00:00Z' });
    await makeClue(staff, id, { publish_at: '2999-01-01T00:00:00Z' });
    await makeClue(staff, id, { publish_at: null });
    expect(await readClues(id)).toEqual([hidden, hidden, hidden]);
    await staff.updateHunt(id, { status: 'active' });
    expect(await readClues(id)).toEqual([shown, hidden, hidden]);
  });

  it('is no try of a code', async () => {
    for (const table of ['backoffice.code_attempts', 'catalog.code_attempts']) {
      await expect(reader.query(`SELECT * FROM ${table}`)).rejects.toThrow(
        /does not exist|permission denied/,
      );
    }
  });
});
