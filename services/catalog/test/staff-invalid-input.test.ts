import { randomUUID } from 'node:crypto';
import { listStaffHunts, updateHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, makeHunt, newClue, newHunt, type Staff, staffOf } from './staff.ts';
import {
  type Catalog,
  getSnapshot,
  handOver,
  newPurchase,
  recorded,
  startCatalog,
} from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
afterAll(() => catalog.stop());

const area = { lat: 44, lng: -72, radius_m: 12_000, caption: 'It may shrink.' };
const image = (src: string) => ({ images: [{ src, alt: '' }] });

const INVALID_INPUTS: [name: string, fields: Record<string, unknown>, field: string][] = [
  ['a price that no card can pay', { price_amount: 0.49 }, 'price_amount'],
  ['a price above what a card is charged', { price_amount: 1_000_000 }, 'price_amount'],
  ['a price of half a cent', { price_amount: 0.505 }, 'price_amount'],
  ['a negative value', { base_value: -1 }, 'base_value'],
  ['a negative bonus', { bonus_per_purchase: -0.01 }, 'bonus_per_purchase'],
  ['an area beyond a pole', { search_area: { ...area, lat: 90.1 } }, 'search_area.lat'],
  ['an area with an invalid longitude', { search_area: { ...area, lng: 181 } }, 'search_area.lng'],
  ['an area of no size', { search_area: { ...area, radius_m: 0 } }, 'search_area.radius_m'],
  ['an area like a planet', { search_area: { ...area, radius_m: 1e300 } }, 'search_area.radius_m'],
  [
    'a caption like a book',
    { search_area: { ...area, caption: 'x'.repeat(301) } },
    'search_area.caption',
  ],
  ['P-3.6 a title of two lines', { title: 'Found\r\nBcc: a@b.example' }, 'title'],
  ['P-3.6 a region of two lines', { region: 'Maine\u2028x' }, 'region'],
  ['a day that is none', { hidden_at: '2026-02-30T00:00:00Z' }, 'hidden_at'],
  ['a picture of another host', image('//evil.example/x.png'), 'images.0.src'],
  ['a picture by way of a folder above', image('/..//evil.example/x.png'), 'images.0.src'],
  ['a picture that is a script', image('javascript:alert(1)'), 'images.0.src'],
];

describe('invalid input of staff', () => {
  it.each(INVALID_INPUTS)(
    '%s is refused, in a new hunt and in one that exists',
    async (_, fields, field) => {
      const { id } = await makeHunt(staff);
      for (const answer of [
        await staff.createHunt(newHunt(fields)),
        await staff.updateHunt(id, fields),
      ]) {
        expect(answer).toMatchObject({
          status: 400,
          body: { fields: { [field]: expect.any(String) } },
        });
      }
    },
  );

  it('P-3.6 a clue has a title of one line', async () => {
    const { id } = await makeHunt(staff);
    expect(await staff.createClue(id, newClue({ title: 'One\nTwo' }))).toMatchObject({
      status: 400,
      body: { fields: { title: 'A title must be one line' } },
    });
  });

  it('does not prevent a valid change afterwards', async () => {
    const fields = { price_amount: 999_999.99, search_area: area, title: 'Där — “Ängen” №7' };
    const hunt = await makeHunt(staff, { ...fields, ...image('/api/images/a.b-c_d.png') });
    expect(hunt).toMatchObject(fields);
  });

  it('of a far too high bonus costs no buyer the membership', async () => {
    const hunt = await makeHunt(staff, { status: 'active' });
    for (let n = 1; n <= 3; n += 1) {
      const purchase = newPurchase(hunt.id, randomUUID());
      await handOver(catalog.url, recorded(purchase, { bonusCents: 1_000_000_000 }));
      const { product } = await getSnapshot(catalog.url, hunt.handle);
      expect(product).toMatchObject({ participants: n, purchase_bonus: n * 10_000_000 });
    }
  });
});

it('that was taken before it was refused hides no hunt from staff, and can be mended', async () => {
  const { id } = await makeHunt(staff, { search_area: area });
  await catalog.pool.query(
    `UPDATE hunts SET title = E'Two\nlines', region = E'Two\nlines', price_cents = 1000000000,
       images = '[{"src": "/..//x.png", "alt": ""}]',
       search_area = search_area || '{"radius_m": 1e300}'
     WHERE id = $1`,
    [id],
  );
  const { hunts } = bodyOf(await staff.listHunts(), listStaffHunts.answer);
  expect(hunts.find((hunt) => hunt.id === id)).toMatchObject({ title: 'Two\nlines' });
  const mended = bodyOf(await staff.updateHunt(id, { title: 'One line' }), updateHunt.answer);
  expect(mended).toMatchObject({ title: 'One line', region: 'Two\nlines' });
});
