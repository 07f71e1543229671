import type { Product } from '@cairn/contracts/http/hunts.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HUNT } from '../testing/samples.ts';
import { changeAnswers, ok, pressed, showState, stubApi, until } from '../testing/stage.tsx';

stubApi();

/** 22 active hunts with rising prizes and falling prices, 2 upcoming and 25 complete ones. */
const HUNTS: Product[] = [
  ...many(22, (index) => ({
    region: index % 2 === 0 ? 'Maine' : 'Vermont',
    base_value: 1_000 + index,
    price_amount: 50 - index,
    hidden_at: new Date(Date.UTC(2026, 9, 1 + ((index * 5) % 22))).toISOString(),
  })),
  ...many(2, () => ({ status: 'upcoming', region: 'Utah', hidden_at: null })),
  ...many(25, () => ({ status: 'complete', region: 'Oregon' })),
].map((hunt, index) => ({ ...hunt, id: `h${index}`, handle: `h${index}`, title: `Hunt ${index}` }));

function many(count: number, change: (index: number) => Partial<Product>): Product[] {
  return Array.from({ length: count }, (_, index) => ({ ...HUNT, ...change(index) }));
}

async function openList(search = ''): Promise<void> {
  const answers = { '/products': ok(HUNTS) };
  await showState({ name: 'list', path: `/hunts${search}`, answers, texts: ['Treasure Hunts'] });
}

async function choose(label: string, value: string): Promise<void> {
  const field = await until(() => screen.getByLabelText(label));
  fireEvent.change(field, { target: { value } });
}

const titles = () => screen.queryAllByRole('article').map((card) => titleOf(card));
const titleOf = (card: HTMLElement) => within(card).getByRole('heading').textContent;
const expectTitles = (expected: string[]) => until(() => expect(titles()).toEqual(expected));
const search = () => window.location.search;
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Hunt ${from + index}`);

it('lists ten hunts a page, active ones first, and keeps the page in the address', async () => {
  await openList();
  await expectTitles(numbered(0, 9));
  await until(() => screen.getByText('Page 1 of 3'));
  await pressed('Next')();
  await expectTitles(numbered(10, 19));
  expect(search()).toBe('?page=2');
  await pressed('Next')();
  await expectTitles(numbered(20, 23));
  const groups = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(groups.slice(0, 2)).toEqual(['Active hunts', 'Upcoming hunts']);
  await pressed('Previous')();
  expect(search()).toBe('?page=2');
  await act(async () => window.history.back());
  await expectTitles(numbered(20, 23));
});

it('filters by region and status from the first page on, and shows all hunts again', async () => {
  await openList('?page=2');
  await expectTitles(numbered(10, 19));
  const regions = screen.getAllByRole('status');
  await choose('Region', 'Maine');
  await until(() => expect(search()).toBe('?region=Maine'));
  await until(() => screen.getByText('11 hunts'));
  await expectTitles(numbered(0, 9).map((_, index) => `Hunt ${index * 2}`));
  await choose('Status', 'upcoming');
  await until(() => expect(search()).toBe('?region=Maine&status=upcoming'));
  const result = await until(() => screen.getByText('No hunt matches.'));
  // A screen reader announces changes only of a region that was there before.
  expect(regions.some((region) => region.contains(result))).toBe(true);
  expect(titles()).toEqual([]);
  await pressed('Show all hunts')();
  await expectTitles(numbered(0, 9));
  expect(search()).toBe('');
});

it('opens with the filters, the order and the page of the address', async () => {
  await openList('?region=Vermont&status=active&sort=prize&page=2');
  await expectTitles(['Hunt 1']);
  expect((screen.getByLabelText('Region') as HTMLSelectElement).value).toBe('Vermont');
  expect((screen.getByLabelText('Status') as HTMLSelectElement).value).toBe('active');
  expect((screen.getByLabelText('Sort by') as HTMLSelectElement).value).toBe('prize');
});

it.each([
  ['prize', ['Hunt 21', 'Hunt 20']],
  ['price', ['Hunt 21', 'Hunt 20']],
  ['newest', ['Hunt 13', 'Hunt 4']],
])('sorts by %s', async (sort, first) => {
  await openList();
  await choose('Sort by', sort);
  await until(() => expect(search()).toBe(`?sort=${sort}`));
  await until(() => expect(titles().slice(0, 2)).toEqual(first));
});

it('folds past hunts, and unfolds them for the status complete', async () => {
  await openList();
  const past = () => screen.getByText('Past hunts (25)').closest('details');
  await until(() => expect(past()?.open).toBe(false));
  await choose('Status', 'complete');
  await until(() => expect(past()?.open).toBe(true));
  expect(screen.getAllByRole('listitem').filter((row) => past()?.contains(row))).toHaveLength(20);
  await pressed('Show more past hunts')();
  expect(screen.getAllByRole('listitem').filter((row) => past()?.contains(row))).toHaveLength(25);
});

it('offers the hunts again after a failure', async () => {
  const answers = { '/products': 'nothing' as const };
  const texts = ['The hunts could not be loaded.'];
  await showState({ name: 'failed', path: '/hunts', answers, texts });
  changeAnswers({ '/products': ok(HUNTS) });
  await pressed('Try again')();
  await expectTitles(numbered(0, 9));
});
