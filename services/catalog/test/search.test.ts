import { searchHunts } from '@cairn/contracts/http/staff-search.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeHunt, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

it('finds hunts by a part of their title or handle, and by id', async () => {
  const { id, title, handle } = await makeHunt(staffOf(catalog.url));
  for (const q of [title.slice(1, -1).toUpperCase(), handle, id]) {
    const path = `${searchHunts.path}?${new URLSearchParams({ q })}`;
    const { body } = await call(catalog.url + path, { token: adminToken() });
    expect(searchHunts.answer.parse(body).results).toContainEqual(
      expect.objectContaining({ kind: 'hunt', id, label: title }),
    );
  }
});
