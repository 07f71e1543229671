import type { Product } from '@cairn/contracts/http/hunts.ts';
import { expect, test } from 'vitest';
import { fillHuntHead } from './hunt-head.ts';

const HEAD =
  '<head><title>{hunt.title} · Cairn</title><meta name="description" content="{hunt.description}"/>' +
  '<meta property="og:image" content="https://cairn.test/api/hunts/-handle-/picture.jpg"/></head>';

const HUNT: Product = {
  id: 'a',
  type: 'hunt',
  handle: 'fern-hunt',
  title: 'Ferns & <Moss>',
  region: 'Maine',
  description: 'A box under ferns. </script><script>alert(1)</script>',
  status: 'active',
  base_value: 500,
  purchase_bonus: 10,
  price_amount: 19.5,
  price_currency: 'USD',
  hidden_at: '2026-11-01T10:00:00.000Z',
  commitment: null,
  search_area: { lat: 44, lng: -72, radius_m: 12_000 },
  images: [],
  participants: 2,
};

function dataIn(html: string): Record<string, unknown> | null {
  const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1];
  return json ? JSON.parse(json) : null;
}

test('the head names the hunt, with its texts escaped', () => {
  const html = fillHuntHead(HEAD, HUNT, 'https://cairn.test');
  expect(html).toContain('<title>Ferns &#38; &#60;Moss&#62; · Cairn</title>');
  expect(html).toContain('content="A box under ferns. &#60;/script&#62;');
  expect(html).toContain('https://cairn.test/api/hunts/fern-hunt/picture.jpg');
  expect(html).not.toContain('<script>');
});

test('the structured data describe an event with an offer', () => {
  expect(dataIn(fillHuntHead(HEAD, HUNT, 'https://cairn.test'))).toMatchObject({
    '@type': 'Event',
    name: 'Ferns & <Moss>',
    description: HUNT.description,
    startDate: '2026-11-01T10:00:00.000Z',
    url: 'https://cairn.test/hunts/fern-hunt',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: 'Maine' },
    offers: { price: 19.5, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  });
  const complete = fillHuntHead(HEAD, { ...HUNT, status: 'complete' }, 'https://cairn.test');
  expect(dataIn(complete)).toMatchObject({
    offers: { availability: 'https://schema.org/SoldOut' },
  });
});

test('a hunt without a first day has no event, and the texts stay general before any hunt is loaded', () => {
  expect(dataIn(fillHuntHead(HEAD, { ...HUNT, hidden_at: null }, ''))).toBeNull();
  const html = fillHuntHead(HEAD, null, 'https://cairn.test');
  expect(html).toContain('<title>A treasure hunt · Cairn</title>');
  expect(html).toContain('https://cairn.test/social.jpg');
});

test('a long description is cut at a word', () => {
  const html = fillHuntHead(HEAD, { ...HUNT, description: 'moss and ferns '.repeat(40) }, '');
  const content = /name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(content.length).toBeLessThanOrEqual(160);
  expect(content).toMatch(/(moss|and|ferns)…$/);
});
