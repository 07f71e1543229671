import { randomUUID } from 'node:crypto';
import { touchEditor as touchEditorRoute } from '@cairn/contracts/http/editors.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { touchEditor } from '../src/editors/editors.service.ts';
import { bodyOf, type Staff, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;
beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
afterAll(() => catalog.stop());

describe('who has a form open', () => {
  it('is shown to the others, for each hunt and clue, until it is closed', async () => {
    const [ann, bo] = [randomUUID(), randomUUID()];
    const id = randomUUID();
    const clue = randomUUID();
    const touch = async (adminId: string, json: object) => {
      const answer = await staff.send(touchEditorRoute, { id }, json, { by: adminToken(adminId) });
      return bodyOf(answer, touchEditorRoute.answer).others;
    };
    expect(await touch(ann, {})).toEqual([]);
    expect(await touch(bo, {})).toEqual([ann]);
    expect(await touch(ann, {})).toEqual([bo]);
    expect(await touch(bo, { clue })).toEqual([]);
    expect(await touch(ann, { is_open: false })).toEqual([bo]);
    expect(await touch(bo, {})).toEqual([]);
  });

  it('expires after 40 seconds', async () => {
    const [ann, bo] = [randomUUID(), randomUUID()];
    const subject = { huntId: randomUUID(), clueId: null, isOpen: true };
    const { redis } = catalog.context;
    await touchEditor(redis, { ...subject, adminId: ann }, 0);
    expect(await touchEditor(redis, { ...subject, adminId: bo }, 39_000)).toEqual([ann]);
    expect(await touchEditor(redis, { ...subject, adminId: bo }, 41_000)).toEqual([]);
    expect(await redis.ttl(`cairn:editors:${subject.huntId}:hunt`)).toBeGreaterThan(0);
  });
});
