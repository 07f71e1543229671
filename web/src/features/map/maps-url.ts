import type { Area } from './describe-area.ts';

/** Metres of a circle's diameter that fill about a phone's width at zoom 0. */
const EARTH_WIDTH_M = 40_000_000;

/** The surroundings without a pin, since the middle of a circle says nothing. Opens the app where there is one. */
export function mapsUrl({ lat, lng, radius_m: radius }: Area): string {
  const zoom = Math.round(Math.log2(EARTH_WIDTH_M / (radius * 2)));
  const query = new URLSearchParams({
    api: '1',
    map_action: 'map',
    center: `${lat},${lng}`,
    zoom: String(Math.min(Math.max(zoom, 1), 16)),
  });
  return `https://www.google.com/maps/@?${query}`;
}
