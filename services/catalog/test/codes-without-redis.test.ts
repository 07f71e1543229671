import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Catalog, CODES, somewhere, startCatalog } from './start-catalog.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
  catalog.context.redis.disconnect();
});

afterAll(() => catalog.stop());

it('P-5.4 limits code attempts strictly in each process while Redis is unavailable', async () => {
  const headers = somewhere();
  const claim = (code: string) =>
    call(`${catalog.url}/api/hunts/vt-troll-hunt/claim`, { json: { code }, headers });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await claim('wrong')).status);
  expect(statuses).toEqual([422, 422, 422, 429, 429]);
  const elsewhere = await call(`${catalog.url}/api/hunts/vt-troll-hunt/claim`, {
    json: { code: CODES['vt-troll-hunt'] },
    headers: somewhere(),
  });
  expect(elsewhere.status).toBe(200);
});
