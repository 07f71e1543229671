import { getFairness } from '@cairn/contracts/http/claims.ts';
import { fillPath } from '@cairn/contracts/http/endpoints.ts';
import { getMemberView, getPublicView } from '@cairn/contracts/http/hunt-member-view.ts';
import { getHuntData } from '@cairn/contracts/http/hunts.ts';
import { listStaffClues, updateHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { getOffer } from '@cairn/contracts/internal/catalog.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actsIn, bodyOf, makeClue, makeHunt, type Staff, staffOf } from './staff.ts';
import {
  type Catalog,
  getSnapshot,
  getSnapshots,
  somewhere,
  startCatalog,
} from './start-catalog.ts';

const CODE = 'Quillwort-Ferryman';
const STASH = { code: 'Wrenhouse-Nook 31', phrase: 'amberjack kettle drift' };

let catalog: Catalog;
let staff: Staff;
/** The role that the SQL tool updates with. */
let updater: Pool;

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
  const { updater: url } = catalog.database.sqlUrls;
  updater = createPool({ url, schema: 'backoffice', name: 'test', onError: () => {} });
});
afterAll(async () => {
  await updater?.end();
  await catalog?.stop();
});

const events = () => drainOutbox(catalog.pool, catalog.bus);

describe('a draft', () => {
  it('P-5.5 is in no snapshot, event, offer, page, claim or stash', async () => {
    const draft = await makeHunt(staff, { status: 'draft', treasure_code: CODE, stash: STASH });
    expect(draft.status).toBe('draft');
    await staff.updateHunt(draft.id, { description: 'Another description' });
    await updater.query(`UPDATE hunts SET title = 'By SQL' WHERE id = '${draft.id}'`);
    const types = (await events()).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['staff.acted']));
    const handles = (await getSnapshots(catalog.url)).map(({ product }) => product.handle);
    expect(handles).not.toContain(draft.handle);
    const { handle, id } = draft;
    const ask = (path: string, options: Parameters<typeof call>[1] = {}) =>
      call(catalog.url + path, options);
    expect((await ask(fillPath(getOffer.path, { id }), { isInternal: true })).status).toBe(404);
    const page = fillPath(getHuntData.path, { handle });
    expect((await ask(page, { token: adminToken() })).status).toBe(404);
    expect((await ask(fillPath(getFairness.path, { handle }))).status).toBe(404);
    const claimed = { json: { code: CODE }, headers: somewhere() };
    expect((await ask(`/api/hunts/${handle}/claim`, claimed)).status).toBe(404);
    const opened = { json: { code: STASH.code }, headers: somewhere() };
    expect((await ask('/api/porter-stash-code/verify', opened)).status).toBe(422);
  });

  it('is shown to staff as members will see it, and each view is logged', async () => {
    const draft = await makeHunt(staff, { status: 'draft', rules: 'One.' });
    await makeClue(staff, draft.id, { title: 'Not out' });
    await events();
    const view = async (show: string) => {
      const path = fillPath(getMemberView.path, { id: draft.id });
      const { status, body } = await call(`${catalog.url}${path}?show=${show}`, {
        token: adminToken(),
      });
      expect(status).toBe(200);
      return getMemberView.answer.parse(body);
    };
    expect(await view('released')).toMatchObject({ status: 'draft', rules: 'One.', clues: [] });
    expect(await view('written')).toMatchObject({ clues: [{ title: 'Not out' }], updates: [] });
    expect(actsIn(await events())).toMatchObject([
      { action: 'hunt_view_as_member', subjectId: draft.id, after: { show: 'released' } },
      { action: 'hunt_view_as_member', after: { show: 'written' } },
    ]);
  });

  it('is shown to staff as its public page, in full, and each view is logged', async () => {
    const draft = await makeHunt(staff, { status: 'draft', story: 'Long ago.', rules: 'One.' });
    await makeClue(staff, draft.id, { publish_at: '2020-01-01T12:00:00.000Z' });
    await events();
    const view = (id: string, token?: string) =>
      call(catalog.url + fillPath(getPublicView.path, { id }), token ? { token } : {});
    const { status, body } = await view(draft.id, adminToken());
    expect(status).toBe(200);
    expect(getPublicView.answer.parse(body)).toMatchObject({
      ...{ id: draft.id, status: 'draft', title: draft.title, story: 'Long ago.', rules: 'One.' },
      ...{ clues_released: 0, updates_released: 0 },
    });
    expect(actsIn(await events())).toMatchObject([
      { action: 'hunt_view_as_visitor', subjectId: draft.id },
    ]);
    expect((await view('no-uuid', adminToken())).status).toBe(404);
    expect((await view(draft.id)).status).toBe(401);
    expect(await events()).toEqual([]);
    expect((await call(`${catalog.url}/api/hunts/${draft.handle}`)).status).toBe(404);
  });

  it('becomes public as upcoming, and not a draft again', async () => {
    const draft = await makeHunt(staff, { status: 'draft' });
    const due = '2020-01-01T12:00:00.000Z';
    const clue = await makeClue(staff, draft.id, { publish_at: due });
    expect(clue.is_published).toBe(false);
    await events();
    const published = bodyOf(
      await staff.updateHunt(draft.id, { status: 'upcoming' }),
      updateHunt.answer,
    );
    expect(published).toMatchObject({ status: 'upcoming', commitment: null });
    expect((await getSnapshot(catalog.url, draft.handle)).product.status).toBe('upcoming');
    const made = await events();
    expect(made.map(({ type }) => type)).toEqual(['hunt.updated', 'staff.acted']);
    expect(actsIn(made)).toMatchObject([
      { action: 'hunt_publish', before: { status: 'draft' }, after: { status: 'upcoming' } },
    ]);
    expect((await staff.updateHunt(draft.id, { status: 'draft' })).status).toBe(409);
  });

  it('opens directly, with its overdue clues', async () => {
    const draft = await makeHunt(staff, { status: 'draft' });
    await makeClue(staff, draft.id, { publish_at: '2020-01-01T12:00:00.000Z' });
    const opened = bodyOf(
      await staff.updateHunt(draft.id, { status: 'active' }),
      updateHunt.answer,
    );
    expect(opened).toMatchObject({ status: 'active', commitment: expect.any(String) });
    const { clues } = bodyOf(await staff.listClues(draft.id), listStaffClues.answer);
    expect(clues).toMatchObject([{ is_published: true }]);
  });
});
