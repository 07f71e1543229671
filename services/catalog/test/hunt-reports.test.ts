import { randomUUID } from 'node:crypto';
import {
  getStaffHuntReport,
  publishHuntReport,
  saveHuntReport,
  unpublishHuntReport,
} from '@cairn/contracts/http/hunt-reports.ts';
import { huntData } from '@cairn/contracts/http/hunts.ts';
import { publicHunt } from '@cairn/contracts/http/public-hunts.ts';
import { listStaffClues } from '@cairn/contracts/http/staff-hunts.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken, tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Claims, claimsOf, HANDLE, startSeeded } from './claims.ts';
import { ADMIN_ID, actsIn, bodyOf, makeHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, getSnapshot, handOver, newPurchase, recorded } from './start-catalog.ts';

const SOLUTION = 'Turn left at the quillwort bridge.';
const STORY = 'She walked to the lantern at dawn.';
const WINNER = 'Ada from Maine';

let catalog: Catalog;
let claims: Claims;
let staff: Staff;
let huntId: string;
let clueId: string;
let member: string;

beforeAll(async () => {
  catalog = await startSeeded();
  claims = claimsOf(catalog);
  staff = staffOf(catalog.url);
  huntId = (await getSnapshot(catalog.url, HANDLE)).product.id;
  const { clues } = bodyOf(await staff.listClues(huntId), listStaffClues.answer);
  clueId = clues.find(({ kind, is_published }) => kind === 'clue' && is_published)?.id ?? '';
  const purchase = newPurchase(huntId);
  await handOver(catalog.url, recorded(purchase));
  member = tokenFor({ userId: purchase.userId });
});
afterAll(() => catalog.stop());

const save = (changes = {}, id = huntId) =>
  staff.send(
    saveHuntReport,
    { id },
    {
      winner_name: WINNER,
      story_html: `<p>${STORY}</p><script>alert(1)</script>`,
      solutions: [{ clue_id: clueId, body_html: `<p onclick="x()">${SOLUTION}</p>` }],
      ...changes,
    },
  );
const publish = (id = huntId, options = {}) =>
  staff.send(publishHuntReport, { id }, undefined, options);
const unpublish = () => staff.send(unpublishHuntReport, { id: huntId });

/** The answers of every role to the pages of the hunt and to the staff route. */
async function readEverywhere() {
  const roles = {
    anonymous: undefined,
    player: tokenFor({ userId: randomUUID() }),
    member,
    admin: adminToken(),
  };
  const paths = [
    `/api/hunts/${HANDLE}`,
    `/api/hunt/data/${HANDLE}`,
    `/api/hunts/${HANDLE}/fairness`,
    `/api/admin/hunts/${huntId}/report`,
    '/internal/products',
  ];
  const answers: { role: string; path: string; text: string }[] = [];
  for (const [role, token] of Object.entries(roles)) {
    for (const path of paths) {
      const { body } = await call(catalog.url + path, token ? { token } : {});
      answers.push({ role, path, text: JSON.stringify(body) });
    }
  }
  return answers;
}

const readersOf = async (text: string) =>
  (await readEverywhere())
    .filter((answer) => answer.text.includes(text))
    .map(({ role, path }) => `${role} ${path.replace(huntId, ':id')}`);

describe('the winner’s story and the solutions', () => {
  it('P-5.5 are read by admins alone before staff publish them, whatever state the hunt is in', async () => {
    expect(
      bodyOf(await staff.send(getStaffHuntReport, { id: huntId }), getStaffHuntReport.answer),
    ).toEqual({
      ...{ hunt_id: huntId, winner_name: '', story_html: '', solutions: [] },
      ...{ published_at: null, is_publishable: false },
      ...{ version: 0, edited_by: null, edited_at: null },
    });
    const saved = bodyOf(await save(), saveHuntReport.answer);
    expect(saved).toMatchObject({
      winner_name: WINNER,
      story_html: `<p>${STORY}</p>`,
      solutions: [{ clue_id: clueId, body_html: `<p>${SOLUTION}</p>` }],
      is_publishable: false,
    });
    const onlyAdmins = ['admin /api/admin/hunts/:id/report'];
    expect((await publish()).status).toBe(409);
    expect(await readersOf(SOLUTION)).toEqual(onlyAdmins);
    const { claimId, claimSecret } = await claims.win();
    expect((await publish()).status).toBe(409);
    expect(await readersOf(SOLUTION)).toEqual(onlyAdmins);
    const verified = await claims.decide(claimId, { claimSecret, outcome: 'verified' });
    expect(verified.status).toBe(200);
    for (const text of [SOLUTION, STORY, WINNER]) expect(await readersOf(text)).toEqual(onlyAdmins);
  });

  it('are on the public page and on the members’ page once published, and hidden again', async () => {
    await drainOutbox(catalog.pool, catalog.bus);
    expect(await publish(huntId, { ifMatch: '"0"' })).toMatchObject({
      status: 409,
      body: { current: { version: 1, published_at: null } },
    });
    const published = bodyOf(await publish(huntId, { ifMatch: '"1"' }), publishHuntReport.answer);
    expect(published).toMatchObject({ is_publishable: true, published_at: expect.any(String) });
    const report = {
      winner_name: WINNER,
      story_html: `<p>${STORY}</p>`,
      solutions: [{ number: 1, title: expect.any(String), body_html: `<p>${SOLUTION}</p>` }],
      published_at: published.published_at,
    };
    const page = await call(`${catalog.url}/api/hunts/${HANDLE}`);
    expect(publicHunt.parse(page.body).report).toEqual(report);
    const members = await call(`${catalog.url}/api/hunt/data/${HANDLE}`, { token: member });
    expect(huntData.parse(members.body).report).toEqual(report);
    expect((await unpublish()).status).toBe(200);
    expect(await readersOf(SOLUTION)).toEqual(['admin /api/admin/hunts/:id/report']);
    const acts = actsIn(await drainOutbox(catalog.pool, catalog.bus));
    expect(acts).toMatchObject([
      { action: 'hunt_report_publish', subjectId: huntId, after: { is_published: true } },
      { action: 'hunt_report_unpublish', after: { is_published: false } },
    ]);
    for (const text of [SOLUTION, STORY, WINNER]) expect(JSON.stringify(acts)).not.toContain(text);
  });

  it('an empty solution is deleted, and an empty report is not published', async () => {
    const html = '<p> </p>';
    const solutions = [{ clue_id: clueId, body_html: html }];
    const saved = bodyOf(await save({ story_html: html, solutions }), saveHuntReport.answer);
    expect(saved).toMatchObject({ story_html: '', solutions: [] });
    expect(await publish()).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('first') },
    });
  });

  it('a save that began with an earlier version is refused, and gets the present report', async () => {
    const { id } = await makeHunt(staff);
    const texts = (winner_name: string) => ({ winner_name, story_html: '', solutions: [] });
    const write = (name: string, ifMatch: string) =>
      staff.send(saveHuntReport, { id }, texts(name), { ifMatch });
    expect(await write('Ada', '"0"')).toMatchObject({ body: { version: 1, edited_by: ADMIN_ID } });
    expect(await write('Bob', '"0"')).toMatchObject({
      status: 409,
      body: { current: { winner_name: 'Ada', version: 1, edited_by: ADMIN_ID } },
    });
    const answers = await Promise.all(['Cleo', 'Dora'].map((name) => write(name, '"1"')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('refuses solutions of other hunts’ clues, a name of two lines and unknown hunts', async () => {
    const other = await makeHunt(staff);
    expect((await save({}, other.id)).status).toBe(400);
    expect((await save({ winner_name: 'Ada\nLovelace' })).status).toBe(400);
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const answer of [await save({}, unknown), await publish(unknown)])
      expect(answer.status).toBe(404);
  });
});
