import { randomUUID } from 'node:crypto';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { saveHuntReport } from '@cairn/contracts/http/hunt-reports.ts';
import { pageTexts } from '@cairn/contracts/http/hunts.ts';
import { updateClue, updateHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { listClueVersions, listHuntVersions } from '@cairn/contracts/http/text-versions.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { findText } from '@cairn/testing/find-text.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_ID, bodyOf, makeClue, makeHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, newPurchase, recorded, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;
beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
afterAll(() => catalog.stop());

describe('If-Match', () => {
  it('refuses an edit of a hunt that began with an earlier version, and answers the present one', async () => {
    const { id, version } = await makeHunt(staff);
    const ifMatch = `"${version}"`;
    const first = await staff.send(updateHunt, { id }, { intro: 'First.' }, { ifMatch });
    expect(bodyOf(first, updateHunt.answer)).toMatchObject({
      version: version + 1,
      edited_by: ADMIN_ID,
    });
    const late = await staff.send(updateHunt, { id }, { intro: 'Theirs.' }, { ifMatch });
    expect(late).toMatchObject({
      status: 409,
      body: { current: { version: version + 1, intro: 'First.', edited_by: ADMIN_ID } },
    });
    expect((await staff.getHunt(id)).body).toMatchObject({ intro: 'First.' });
    const again = { ifMatch: String(version + 1) };
    expect((await staff.send(updateHunt, { id }, { intro: 'Both.' }, again)).status).toBe(200);
  });

  it.each(pageTexts.keyof().options)('a change of the text %s raises the version', async (name) => {
    const { id, version } = await makeHunt(staff);
    const changed = await staff.send(updateHunt, { id }, { [name]: 'Changed.' });
    expect(bodyOf(changed, updateHunt.answer)).toMatchObject({ version: version + 1 });
  });

  it('refuses one of two concurrent edits of a clue', async () => {
    const { id } = await makeHunt(staff);
    const clue = await makeClue(staff, id);
    const ids = { id, clueId: clue.id };
    const answers = await Promise.all(
      ['One', 'Two'].map((title) =>
        staff.send(updateClue, ids, { title }, { ifMatch: `"${clue.version}"` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const saved = answers.find(({ status }) => status === 200);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ current: saved?.body });
  });

  it('is optional; * accepts any version, and other values are invalid', async () => {
    const { id } = await makeHunt(staff);
    await staff.updateHunt(id, { intro: 'One.' });
    const edit = (ifMatch: string) =>
      staff.send(updateHunt, { id }, { intro: ifMatch }, { ifMatch });
    expect((await edit('*')).status).toBe(200);
    for (const value of ['W/"1"', '"1", "2"', 'one', '"-1"'])
      expect((await edit(value)).status).toBe(400);
  });

  it('belongs to the request of an Idempotency-Key', async () => {
    const { id, version } = await makeHunt(staff);
    const key = randomUUID();
    const edit = (ifMatch: string) =>
      staff.send(updateHunt, { id }, { intro: 'One.' }, { ifMatch, key });
    expect((await edit(String(version))).status).toBe(200);
    expect((await edit(String(version))).status).toBe(200);
    expect((await edit(String(version + 1))).status).toBe(409);
  });
});

describe('the version', () => {
  it('stays when a purchase changes the hunt or an edit changes nothing', async () => {
    const hunt = await makeHunt(staff, { status: 'active' });
    await deliver(catalog.bus, recorded(newPurchase(hunt.id)));
    await staff.updateHunt(hunt.id, { intro: hunt.intro });
    expect((await staff.getHunt(hunt.id)).body).toMatchObject({
      version: hunt.version,
      participants: 1,
    });
  });

  it('of a clue stays when another clue takes its number', async () => {
    const { id } = await makeHunt(staff);
    const clue = await makeClue(staff, id, { publish_at: '2099-01-02T00:00:00.000Z' });
    await makeClue(staff, id, { publish_at: '2099-01-01T00:00:00.000Z' });
    const { body } = await staff.listClues(id);
    const { clues } = body as { clues: { id: string }[] };
    expect(clues.find((one) => one.id === clue.id)).toMatchObject({
      number: 2,
      version: clue.version,
    });
  });
});

describe('earlier texts', () => {
  it('of a hunt are listed with their admin and time, also after a change by SQL', async () => {
    const { id } = await makeHunt(staff, { intro: 'First.' });
    const other = randomUUID();
    await staff.send(updateHunt, { id }, { intro: 'Second.' }, { by: adminToken(other) });
    await staff.updateHunt(id, { base_value: 7 });
    await catalog.pool.query("UPDATE hunts SET rules = 'Third.' WHERE id = $1", [id]);
    const answer = await staff.send(listHuntVersions, { id });
    expect(bodyOf(answer, listHuntVersions.answer).versions).toMatchObject([
      { version: 4, admin_id: null, texts: { intro: 'Second.', rules: 'Third.' } },
      { version: 2, admin_id: other, texts: { intro: 'Second.' } },
      { version: 1, admin_id: ADMIN_ID, texts: { intro: 'First.' } },
    ]);
  });

  it('P-5.5 of a clue are shown after its release only, and are deleted with it', async () => {
    const { id } = await makeHunt(staff, { status: 'active' });
    const clue = await makeClue(staff, id, { title: 'Before', body_html: '<p>Wrong</p>' });
    const ids = { id, clueId: clue.id };
    await staff.updateClue(id, clue.id, { title: 'After' });
    const list = async () =>
      bodyOf(await staff.send(listClueVersions, ids), listClueVersions.answer).versions;
    expect(await list()).toMatchObject([
      { version: 2, texts: null },
      { version: 1, texts: null },
    ]);
    await staff.updateClue(id, clue.id, { publish_at: new Date().toISOString() });
    expect(await list()).toMatchObject([
      { version: 2, texts: { title: 'After', body_html: '<p>Wrong</p>' } },
      { version: 1, texts: { title: 'Before', body_html: '<p>Wrong</p>' } },
    ]);
    const gone = await makeClue(staff, id, { body_html: '<p>Lantern under the weir</p>' });
    await staff.deleteClue(id, gone.id);
    expect(await versionTexts()).not.toContain('Lantern under the weir');
    expect((await staff.send(listClueVersions, { id, clueId: gone.id })).status).toBe(404);
  });

  it('P-4.6 stay without their admin when that account is deleted', async () => {
    const { id } = await makeHunt(staff);
    const clue = await makeClue(staff, id);
    const admin = randomUUID();
    const by = adminToken(admin);
    await staff.send(updateHunt, { id }, { intro: 'Hers.' }, { by });
    await staff.send(updateClue, { id, clueId: clue.id }, { title: 'Hers' }, { by });
    const report = { winner_name: 'Eve', story_html: '', solutions: [] };
    await staff.send(saveHuntReport, { id }, report, { by });
    await deliver(
      catalog.bus,
      makeEvent(userDeleted, { userId: admin, version: 2, deletedAt: new Date().toISOString() }),
    );
    expect((await staff.getHunt(id)).body).toMatchObject({ intro: 'Hers.', edited_by: null });
    const left = await findText(catalog.pool, admin);
    for (const table of ['hunts', 'clues', 'hunt_reports', 'text_versions'])
      expect(left).not.toContain(`catalog.${table}`);
  });
});

async function versionTexts(): Promise<string> {
  const { rows } = await catalog.pool.query('SELECT texts::text FROM text_versions');
  return rows.map(({ texts }) => texts).join();
}
