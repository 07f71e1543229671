import { type PublicHunt, publicHunt } from '@cairn/contracts/http/public-hunts.ts';
import { call } from '@cairn/testing/http.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClue, newHunt, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000).toISOString();
const AN_HOUR_AGO = () => new Date(Date.now() - 3_600_000).toISOString();

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
});
afterAll(() => catalog.stop());

function get(handle: string) {
  return call(`${catalog.url}/api/hunts/${handle}`);
}

describe('the public page of a hunt', () => {
  it('has the product, the story, the rules and how many clues are released', async () => {
    const { status, body } = await get('vt-troll-hunt');
    expect(status).toBe(200);
    const hunt = publicHunt.parse(body);
    expect(hunt).toMatchObject({
      handle: 'vt-troll-hunt',
      title: 'The Vermont Troll Hunt',
      price_amount: 20,
      clues_released: 3,
      updates_released: 1,
      completed_at: null,
    });
    expect(hunt.story).toContain('Grumlin');
    expect(hunt.rules).toContain('three miles');
  });

  it('P-5.5 holds no clue and no text for members', async () => {
    const staff = staffOf(catalog.url);
    const made = await staff.createHunt(
      newHunt({ status: 'active', story: 'For all visitors.', intro: 'For members only.' }),
    );
    const { id, handle } = made.body as { id: string; handle: string };
    await staff.createClue(id, newClue({ title: 'Released clue', publish_at: AN_HOUR_AGO() }));
    await staff.createClue(id, newClue({ title: 'Future clue', publish_at: IN_AN_HOUR() }));
    await staff.createClue(id, newClue({ title: 'Draft clue' }));
    const { body } = await get(handle);
    expect(body).toMatchObject({ story: 'For all visitors.', clues_released: 1 });
    for (const secret of ['For members only.', 'Released clue', 'Future clue', 'Draft clue'])
      expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('counts no clue of a hunt that has not started', async () => {
    const staff = staffOf(catalog.url);
    const made = await staff.createHunt(newHunt());
    const { id, handle } = made.body as { id: string; handle: string };
    await staff.createClue(id, newClue({ publish_at: AN_HOUR_AGO() }));
    expect((await get(handle)).body).toMatchObject({ status: 'upcoming', clues_released: 0 });
  });

  it('is 404 for an unknown hunt', async () => {
    expect((await get('no-such-hunt')).status).toBe(404);
  });
});

describe('the share picture', () => {
  async function getPicture(handle: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${catalog.url}/api/hunts/${handle}/picture.jpg`, { headers });
    return { response, content: Buffer.from(await response.arrayBuffer()) };
  }

  it('is a JPEG of 1200 by 630 pixels, other for each title, and 304 for its ETag', async () => {
    const { response, content } = await getPicture('vt-troll-hunt');
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(content).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(content.length).toBeLessThan(200_000);
    const etag = response.headers.get('etag') ?? '';
    const again = await getPicture('vt-troll-hunt', { 'if-none-match': etag });
    expect(again.response.status).toBe(304);
    const other = await getPicture('porter-stash');
    expect(other.content.equals(content)).toBe(false);
  });

  it('changes with the title, and not with a purchase', async () => {
    const before = (await getPicture('porter-stash')).response.headers.get('etag');
    const { body } = await get('porter-stash');
    const { id } = body as PublicHunt;
    await staffOf(catalog.url).updateHunt(id, { base_value: 12_000 });
    expect((await getPicture('porter-stash')).response.headers.get('etag')).toBe(before);
    await staffOf(catalog.url).updateHunt(id, { title: 'A Title of Many Words '.repeat(5) });
    const renamed = await getPicture('porter-stash');
    expect(renamed.response.status).toBe(200);
    expect(renamed.response.headers.get('etag')).not.toBe(before);
  });

  it('is 404 for an unknown hunt', async () => {
    expect((await getPicture('no-such-hunt')).response.status).toBe(404);
  });

  it.each(['x'.repeat(2_000), '%00'])('P-7.6 is 400 for an invalid handle', async (handle) => {
    expect((await getPicture(handle)).response.status).toBe(400);
  });
});
