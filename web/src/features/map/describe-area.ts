import type { Product } from '@cairn/contracts/http/hunts.ts';

export type Area = NonNullable<Product['search_area']>;

/** `12 km (7.5 miles) around 42.64° N, 72.93° W` */
export function describeArea(area: { lat: number; lng: number; radius_m: number }): string {
  const kilometres = format(area.radius_m / 1_000);
  const miles = format(area.radius_m / 1_609.344);
  const lat = `${degrees(area.lat)} ${area.lat < 0 ? 'S' : 'N'}`;
  const lng = `${degrees(area.lng)} ${area.lng < 0 ? 'W' : 'E'}`;
  return `The circle: ${kilometres} km (${miles} miles) around ${lat}, ${lng}`;
}

/** How often and from which radius the circle has shrunk; null if it has not. */
export function describeShrinking(areas: readonly { radius_m: number }[]): string | null {
  const [first] = areas;
  const last = areas.at(-1);
  if (!first || !last || last.radius_m >= first.radius_m) return null;
  const kilometres = (area: { radius_m: number }) => format(area.radius_m / 1_000);
  return `It has shrunk from a radius of ${kilometres(first)} km to ${kilometres(last)} km. Earlier circles are faint outlines.`;
}

function format(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

function degrees(value: number): string {
  return `${Math.abs(value).toFixed(2)}°`;
}
