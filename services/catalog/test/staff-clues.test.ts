import { randomUUID } from 'node:crypto';
import { getHuntData } from '@cairn/contracts/http/hunts.ts';
import { listStaffClues, previewClue, updateClue } from '@cairn/contracts/http/staff-hunts.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADMIN_ID,
  actsIn,
  bodyOf,
  makeClue,
  makeHunt,
  newClue,
  type Staff,
  staffOf,
} from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;
const admin = tokenFor({ userId: ADMIN_ID, isAdmin: true });

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
beforeEach(async () => {
  await drainOutbox(catalog.pool, catalog.bus);
});
afterAll(() => catalog.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function acts() {
  return actsIn(await drainOutbox(catalog.pool, catalog.bus));
}

async function read(handle: string) {
  const answer = await call(`${catalog.url}/api/hunt/data/${handle}`, { token: admin });
  return bodyOf(answer, getHuntData.answer);
}

async function listClues(huntId: string) {
  return bodyOf(await staff.listClues(huntId), listStaffClues.answer).clues;
}

describe('writing', () => {
  it('numbers clues and updates by themselves, each kind on its own', async () => {
    const { id } = await makeHunt(staff);
    const numbers = [];
    for (const kind of ['clue', 'clue', 'update', 'clue', 'update']) {
      numbers.push((await makeClue(staff, id, { kind })).number);
    }
    expect(numbers).toEqual([1, 2, 1, 3, 2]);
    expect((await makeClue(staff, id, { number: 7 })).number).toBe(7);
    expect((await makeClue(staff, id)).number).toBe(8);
  });

  it('numbers clues in the order of their release: a draft makes no gap', async () => {
    const { id, handle } = await makeHunt(staff, { status: 'active' });
    await makeClue(staff, id, { title: 'First', publish_at: inHours(-2) });
    const draft = await makeClue(staff, id, { title: 'Draft' });
    await makeClue(staff, id, { title: 'Late', publish_at: inHours(9) });
    const soon = await makeClue(staff, id, { title: 'Soon', publish_at: inHours(3) });
    expect(soon.number).toBe(2);
    const numbers = async () =>
      Object.fromEntries((await listClues(id)).map(({ title, number }) => [title, number]));
    expect(await numbers()).toEqual({ First: 1, Soon: 2, Late: 3, Draft: 4 });
    await staff.updateClue(id, draft.id, { publish_at: inHours(0) });
    expect(await numbers()).toEqual({ First: 1, Draft: 2, Soon: 3, Late: 4 });
    await staff.deleteClue(id, soon.id);
    expect(await numbers()).toEqual({ First: 1, Draft: 2, Late: 3 });
    expect((await read(handle)).clues.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('keeps a chosen number until staff give it back', async () => {
    const { id } = await makeHunt(staff, { status: 'active' });
    const clue = await makeClue(staff, id, { number: 3 });
    expect(clue).toMatchObject({ number: 3, is_number_chosen: true });
    const same = { title: 'Again', number: 3 };
    expect(await staff.updateClue(id, clue.id, same)).toMatchObject({ body: { number: 3 } });
    expect(await staff.updateClue(id, clue.id, { number: null })).toMatchObject({
      status: 200,
      body: { number: 1, is_number_chosen: false },
    });
  });

  it('refuses a number that is taken, also where several write at once', async () => {
    const { id } = await makeHunt(staff);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => staff.createClue(id, newClue({ number: 3 }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const free = await Promise.all(
      Array.from({ length: 6 }, () => makeClue(staff, id, { kind: 'update' })),
    );
    expect(free.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    const [first, second] = free;
    const moved = await staff.updateClue(id, first?.id ?? '', { number: second?.number });
    expect(moved.status).toBe(409);
  });

  it('P-3.6 keeps what readers may get, and shows just that beforehand', async () => {
    const { id } = await makeHunt(staff);
    const html =
      '<h2>North</h2><script>alert(1)</script><p onclick="x()">by <a href="javascript:x()">foot</a>' +
      '<img src="https://evil.example/p.png" alt="x"></p>';
    const clue = await makeClue(staff, id, { body_html: html });
    expect(clue.body_html).toContain('<h2>North</h2>');
    expect(clue.body_html).not.toMatch(/script|onclick|javascript|evil/);
    const preview = bodyOf(await staff.previewClue(html), previewClue.answer);
    expect(preview.body_html).toBe(clue.body_html);
    const nothing = newClue({ body_html: '<script>alert(1)</script><p> &nbsp;</p>' });
    expect((await staff.createClue(id, nothing)).status).toBe(400);
    const changed = await staff.updateClue(id, clue.id, {
      body_html: '<p><b>South</b><br onload=1></p>',
    });
    expect(bodyOf(changed, updateClue.answer).body_html).toBe('<p><b>South</b><br /></p>');
  });

  it('shows a clue to readers from its moment on: a draft never, one that is due at once', async () => {
    const { id, handle } = await makeHunt(staff, { status: 'active' });
    const draft = await makeClue(staff, id, { title: 'A draft' });
    const due = await makeClue(staff, id, { title: 'Due', publish_at: inHours(-1) });
    const later = await makeClue(staff, id, { title: 'Later', publish_at: inHours(2) });
    expect([draft, due, later].map(({ is_published }) => is_published)).toEqual([
      false,
      true,
      false,
    ]);
    const page = await read(handle);
    expect(page.clues.map(({ title }) => title)).toEqual(['Due']);
    expect(page.next_release_at).toBe(later.publish_at);
    expect((await listClues(id)).map(({ title }) => title)).toEqual(['Due', 'Later', 'A draft']);
  });

  it('P-5.5 shows nothing of a hunt that is not open, and all that is due as it opens', async () => {
    const { id, handle } = await makeHunt(staff);
    const due = await makeClue(staff, id, { publish_at: inHours(-48) });
    await makeClue(staff, id, { publish_at: inHours(1) });
    expect(due.is_published).toBe(false);
    expect(await read(handle)).toMatchObject({ clues: [], next_release_at: null });
    await staff.updateHunt(id, { status: 'active' });
    const page = await read(handle);
    expect(page.clues).toHaveLength(1);
    const age = Date.now() - Date.parse(page.clues[0]?.published_at ?? '');
    expect(age).toBeLessThan(60_000);
  });
});

describe('changing', () => {
  it('leaves time and number to what is out, and lets its text be corrected', async () => {
    const { id, handle } = await makeHunt(staff, { status: 'active' });
    const clue = await makeClue(staff, id, { publish_at: inHours(-1) });
    for (const change of [{ publish_at: inHours(1) }, { publish_at: null }, { number: 9 }]) {
      expect((await staff.updateClue(id, clue.id, change)).status).toBe(409);
    }
    const same = { number: clue.number, publish_at: clue.publish_at };
    const changes = { ...same, title: 'Second light', body_html: '<p>Your right, sorry.</p>' };
    expect((await staff.updateClue(id, clue.id, changes)).status).toBe(200);
    expect((await read(handle)).clues).toMatchObject([
      {
        title: 'Second light',
        body_html: '<p>Your right, sorry.</p>',
        published_at: clue.publish_at,
      },
    ]);
  });

  it('moves what is scheduled, makes it a draft, and puts it out at once', async () => {
    const { id, handle } = await makeHunt(staff, { status: 'active' });
    const clue = await makeClue(staff, id, { publish_at: inHours(1) });
    const moved = await staff.updateClue(id, clue.id, { publish_at: inHours(5), number: 4 });
    expect(moved).toMatchObject({ status: 200, body: { number: 4, is_published: false } });
    expect((await staff.updateClue(id, clue.id, { publish_at: null })).status).toBe(200);
    expect((await read(handle)).next_release_at).toBeNull();
    const out = await staff.updateClue(id, clue.id, { publish_at: inHours(0) });
    expect(out.status).toBe(200);
    expect((await read(handle)).clues).toMatchObject([{ number: 4 }]);
  });

  it('deletes what is not out, and nothing else', async () => {
    const { id } = await makeHunt(staff, { status: 'active' });
    const [out, scheduled] = [
      await makeClue(staff, id, { publish_at: inHours(-1) }),
      await makeClue(staff, id, { publish_at: inHours(1) }),
    ];
    expect((await staff.deleteClue(id, out.id)).status).toBe(409);
    expect(await staff.deleteClue(id, scheduled.id)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    expect((await listClues(id)).map((clue) => clue.id)).toEqual([out.id]);
    expect((await staff.deleteClue(id, scheduled.id)).status).toBe(404);
  });

  it('finds a clue under its own hunt only', async () => {
    const [one, other] = [await makeHunt(staff), await makeHunt(staff)];
    const clue = await makeClue(staff, one.id);
    for (const clueId of [clue.id, randomUUID(), 'no-id']) {
      expect((await staff.updateClue(other.id, clueId, { title: 'x' })).status).toBe(404);
      expect((await staff.deleteClue(other.id, clueId)).status).toBe(404);
    }
    expect((await staff.createClue(randomUUID(), newClue())).status).toBe(404);
    expect((await listClues(one.id))[0]).toEqual(clue);
  });

  it('P-7.6 takes the first and the last moment that a time can name', async () => {
    const { id, handle } = await makeHunt(staff, {
      hidden_at: '0000-01-01T00:00:00Z',
      search_area: { lat: -90, lng: 180, radius_m: 500_000 },
      status: 'active',
    });
    await makeClue(staff, id, { publish_at: '0000-01-01T00:00:00Z', title: 'Первый 🗝️' });
    await makeClue(staff, id, { publish_at: '9999-12-31T23:59:59.999Z' });
    const page = await read(handle);
    expect(page.clues).toMatchObject([{ title: 'Первый 🗝️' }]);
    expect(page.next_release_at).toBe('9999-12-31T23:59:59.999Z');
    expect(await listClues(id)).toHaveLength(2);
    expect((await staff.listPlan()).status).toBe(200);
  });

  it.each([
    ['of no kind', { kind: 'hint' }],
    ['without a title', { title: '' }],
    ['with a time that is none', { publish_at: 'tomorrow' }],
    ['with a number below one', { number: 0 }],
  ])('refuses one %s', async (_, changes) => {
    const { id } = await makeHunt(staff);
    expect((await staff.createClue(id, newClue(changes))).status).toBe(400);
    expect(await listClues(id)).toEqual([]);
  });
});

describe('what is written down', () => {
  it('P-5.5 is each act with its place and time, and not a word of the clue', async () => {
    const { id } = await makeHunt(staff, { status: 'active' });
    await acts();
    const publish_at = inHours(1);
    const clue = await makeClue(staff, id, {
      title: 'Marmalade',
      body_html: '<p>Nutmeg</p>',
      publish_at,
    });
    const later = inHours(2);
    await staff.updateClue(id, clue.id, { title: 'Cardamom', publish_at: later });
    await staff.updateClue(id, clue.id, { title: 'Cardamom', publish_at: later });
    await staff.deleteClue(id, clue.id);
    const written = await acts();
    const subject = { adminId: ADMIN_ID, subjectType: 'clue', subjectId: clue.id };
    expect(written).toMatchObject([
      { ...subject, action: 'clue_create', after: { kind: 'clue', number: 1, publish_at } },
      {
        ...subject,
        action: 'clue_update',
        before: { publish_at },
        after: { publish_at: later, also_changed: ['title'] },
      },
      { ...subject, action: 'clue_delete', before: { number: 1, publish_at: later } },
    ]);
    expect(JSON.stringify(written)).not.toMatch(/Marmalade|Nutmeg|Cardamom/);
  });
});
