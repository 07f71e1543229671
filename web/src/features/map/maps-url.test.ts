import { expect, it } from 'vitest';
import { mapsUrl } from './maps-url.ts';

it('shows the surroundings of the circle at a zoom that fits it', () => {
  expect(mapsUrl({ lat: 42.64, lng: -72.93, radius_m: 12_000 })).toBe(
    'https://www.google.com/maps/@?api=1&map_action=map&center=42.64%2C-72.93&zoom=11',
  );
  expect(mapsUrl({ lat: 0, lng: 0, radius_m: 1 })).toContain('zoom=16');
});
