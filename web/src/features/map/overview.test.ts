import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Polygon } from 'geojson';
import { afterEach, expect, it, vi } from 'vitest';
import { drawOverview, loadStates, pathOf, type States } from './overview.ts';

const AREA = { lat: 42.64, lng: -72.93, radius_m: 12_000 };

afterEach(() => vi.unstubAllGlobals());

/** A square state from one corner to another, in degrees. */
function square(name: string, [west, south]: number[], [east, north]: number[]) {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometry: Polygon = { type: 'Polygon', coordinates: [corners as number[][]] };
  return { type: 'Feature' as const, properties: { name }, geometry };
}

function states(...features: States['features']): States {
  return { type: 'FeatureCollection', features };
}

it('draws the states around the circle, with their names beside it', async () => {
  const file = createRequire(import.meta.url).resolve('us-atlas/states-10m.json');
  vi.stubGlobal('fetch', async () => new Response(readFileSync(file)));
  const overview = drawOverview(await loadStates(), AREA, []);
  const names = ['Massachusetts', 'New Hampshire', 'New York', 'Vermont'];
  expect(overview?.outlines.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect(overview?.outlines.map(({ name }) => name)).not.toContain('Maine');
  expect(overview?.state).toBe('Massachusetts');
  for (const { x, y } of overview?.labels ?? []) {
    expect(Math.hypot(x, y)).toBeGreaterThan(12);
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(84);
  }
  expect(overview?.labels.map(({ name }) => name)).toContain('Vermont');
});

it('draws earlier circles at their distance, before the present one', () => {
  const around = states(square('Here', [-80, 38], [-66, 47]));
  const older = { lat: 42.64 + 0.1, lng: -72.93, radius_m: 20_000 };
  const { circles = [], outlines = [] } = drawOverview(around, AREA, [older]) ?? {};
  expect(circles.map(({ radius }) => radius)).toEqual([20, 12]);
  expect(circles[0]?.y).toBeCloseTo(-11.12, 1);
  expect(circles[1]).toEqual({ x: 0, y: 0, radius: 12 });
  expect(outlines.map(pathOf)[0]).toMatch(/^M-\d+\.\d -?\d+\.\d(L-?\d+\.\d -?\d+\.\d){4}Z$/);
});

it('omits a name that does not fit, and the drawing where no state is', () => {
  const narrow = states(square('A name too long for its state', [-72.93, 42], [-72.9, 43]));
  expect(drawOverview(narrow, AREA, [])).toMatchObject({ labels: [], state: null });
  const far = states(square('Far', [0, 0], [1, 1]));
  expect(drawOverview(far, AREA, [])).toBeNull();
});
