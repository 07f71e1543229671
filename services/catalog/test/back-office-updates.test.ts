import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeClue, makeHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, getSnapshot, startCatalog } from './start-catalog.ts';

const IMAGES = [
  { src: '/images/a.png', alt: 'A troll' },
  { src: '/images/b.png', alt: '' },
];
const AREA = { lat: 44.1, lng: -72.5, radius_m: 900, caption: 'Near the river' };

let catalog: Catalog;
let staff: Staff;
/** The role that the SQL tool updates with. */
let updater: Pool;
let hunt: { id: string; handle: string };

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
  const { updater: url } = catalog.database.sqlUrls;
  updater = createPool({ url, schema: 'backoffice', name: 'test', onError: () => {} });
});
afterAll(async () => {
  await updater.end();
  await catalog.stop();
});
beforeEach(async () => {
  hunt = await makeHunt(staff, {
    status: 'active',
    hidden_at: '2026-01-31T10:00:00.120Z',
    search_area: AREA,
    images: IMAGES,
  });
  await drainOutbox(catalog.pool, catalog.bus);
});

const updateHunt = (assignment: string, values: unknown[] = []) =>
  updater.query(`UPDATE hunts SET ${assignment} WHERE id = '${hunt.id}' RETURNING *`, values);

describe('an UPDATE of a hunt by the SQL tool', () => {
  it('P-6.6 publishes the product exactly as the service presents it', async () => {
    const { rows } = await updateHunt(
      `title = ' The Long Road ', region = 'Vermont', description = 'Rewritten', intro = '', rules = 'One',
       search_area = search_area || '{"caption": " By the lake "}',
       images = replace(images::text, 'A troll', 'A tall troll')::jsonb`,
    );
    expect(rows[0]).toMatchObject({ title: 'The Long Road', region: 'Vermont', intro: '' });
    const events = await drainOutbox(catalog.pool, catalog.bus);
    expect(events).toMatchObject([
      { type: 'hunt.updated', key: hunt.id, source: '/cairn/catalog' },
    ]);
    const snapshot = huntUpdated.schema.parse(events[0]?.data);
    expect(events[0]?.data).toEqual(await getSnapshot(catalog.url, hunt.handle));
    expect(snapshot.product).toMatchObject({
      title: 'The Long Road',
      price_amount: 19.99,
      hidden_at: '2026-01-31T10:00:00.120Z',
      commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
      search_area: { ...AREA, caption: 'By the lake' },
      images: [{ src: '/images/a.png', alt: 'A tall troll' }, IMAGES[1]],
    });
  });

  it('P-6.6 publishes a hunt without a date, an area or images', async () => {
    hunt = await makeHunt(staff, { status: 'upcoming' });
    await drainOutbox(catalog.pool, catalog.bus);
    await updateHunt("region = 'Ohio'");
    const [event] = await drainOutbox(catalog.pool, catalog.bus);
    expect(event?.data).toEqual(await getSnapshot(catalog.url, hunt.handle));
  });

  it.each([
    ["title = ' '", 'A title is required'],
    ['title = NULL', 'A title is required'],
    ["title = repeat('x', 121)", 'A title is too long'],
    [`title = E'One\\nBcc: a@b.example'`, 'A title must be one line'],
    [`title = U&'One\\2028Two'`, 'A title must be one line'],
    [`region = E'Ohio\\r'|| 'x'`, 'A region must be one line'],
    ["description = ''", 'A description is required'],
    ["description = repeat('x', 2001)", 'A description is too long'],
    ["intro = repeat('x', 20001)", 'The introduction is too long'],
    ['intro = NULL', 'The introduction is required'],
    ["rules = repeat('x', 10001)", 'The rules is too long'],
    ['search_area = NULL', 'Only the caption'],
    ['search_area = search_area || \'{"lat": 1}\'', 'Only the caption'],
    ['search_area = search_area || \'{"extra": 1}\'', 'Only the caption'],
    ["search_area = '[]'", 'Only the caption'],
    ['search_area = search_area || \'{"caption": 7}\'', 'The caption must be a text'],
    [
      "search_area = search_area || jsonb_build_object('caption', repeat('x', 301))",
      'The caption is too long',
    ],
    ["images = '[]'", 'Only the alternative texts'],
    ["images = 'null'", 'Only the alternative texts'],
    [`images = images || '[{"src": "/c.png", "alt": ""}]'`, 'Only the alternative texts'],
    [`images = replace(images::text, '/images', 'https://x.example')::jsonb`, 'Only the alt'],
    [`images = jsonb_set(images, '{0,alt}', '7')`, 'Only the alternative texts'],
    [`images = jsonb_set(images, '{0,more}', '7')`, 'Only the alternative texts'],
    [`images = jsonb_set(images, '{0,alt}', to_jsonb(repeat('x', 301)))`, 'text is too long'],
  ])('P-6.3 is rejected as the hunt call rejects it: %s', async (assignment, message) => {
    await expect(updateHunt(assignment)).rejects.toThrow(message);
    expect(await drainOutbox(catalog.pool, catalog.bus)).toEqual([]);
  });

  it.each([
    'id = gen_random_uuid()',
    "handle = 'x'",
    "status = 'complete'",
    'price_cents = 1',
    'base_value_cents = 1',
    'bonus_per_purchase_cents = 1',
    'frozen_bonus_cents = 1',
    'hidden_at = now()',
    'position = 1',
  ])('P-6.1 is refused by the rights of the role: %s', async (assignment) => {
    await expect(updateHunt(assignment)).rejects.toThrow('permission denied');
  });
});

describe('an UPDATE of a clue by the SQL tool', () => {
  const updateClues = (assignment: string) =>
    updater.query(`UPDATE clues SET ${assignment} WHERE hunt_id = '${hunt.id}' RETURNING *`);
  const titles = async () => {
    const { rows } = await catalog.pool.query('SELECT title FROM clues WHERE hunt_id = $1', [
      hunt.id,
    ]);
    return rows.map(({ title }) => title);
  };

  it('corrects the title of one that is out', async () => {
    await makeClue(staff, hunt.id, { publish_at: '2020-01-01T00:00:00Z' });
    expect((await updateClues("title = ' Second light '")).rows).toMatchObject([
      { title: 'Second light' },
    ]);
    expect(await titles()).toEqual(['Second light']);
    await expect(updateClues("title = E'a\\nb'")).rejects.toThrow('A title must be one line');
    await expect(updateClues("title = ''")).rejects.toThrow('A title is required');
  });

  it('P-5.5 neither shows nor changes one that is not out', async () => {
    await makeClue(staff, hunt.id, { publish_at: '2999-01-01T00:00:00Z' });
    for (const assignment of ["title = 'x'", 'title = title', 'title = body_html'])
      await expect(updateClues(assignment)).rejects.toThrow('A clue that is not out');
    expect(await titles()).toEqual(['First light']);
  });

  it.each(["body_html = '<script>'", 'publish_at = now()', 'number = 7', "kind = 'update'"])(
    'P-6.1 is refused by the rights of the role: %s',
    async (assignment) => {
      await expect(updateClues(assignment)).rejects.toThrow('permission denied');
    },
  );
});
