import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { FeatureCollection, Geometry, Position } from 'geojson';
import { regions } from './geography.ts';

export type Label = {
  text: string;
  /** Middle and width in the unit square of Web Mercator. */
  u: number;
  v: number;
  width: number;
  minZoom: number;
  maxZoom: number;
  isUpperCase: boolean;
};

/** Names of countries, states and counties, each in the middle of its largest part. */
export function findLabels(): Label[] {
  return [
    ...labelsOf(regions.countries(), { minZoom: 3, maxZoom: 6, isUpperCase: true }),
    ...labelsOf(regions.states(), { minZoom: 5, maxZoom: 9, isUpperCase: true }),
    ...labelsOf(regions.counties(), { minZoom: 9, maxZoom: 20, isUpperCase: false }),
  ];
}

type Style = Pick<Label, 'minZoom' | 'maxZoom' | 'isUpperCase'>;

function labelsOf(
  { features }: FeatureCollection<Geometry, { name: string }>,
  style: Style,
): Label[] {
  return features.flatMap(({ geometry, properties }) => {
    const [largest] = ringsOf(geometry)
      .map(extentOf)
      .sort((a, b) => b.width * b.height - a.width * a.height);
    if (!largest) return [];
    return [{ text: properties.name, ...largest, ...style }];
  });
}

function ringsOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'Polygon') return geometry.coordinates.slice(0, 1);
  if (geometry.type === 'MultiPolygon')
    return geometry.coordinates.flatMap((rings) => [rings[0] ?? []]);
  return [];
}

function extentOf(ring: Position[]) {
  const points = ring.map(([lng = 0, lat = 0]) => ({ u: (lng + 180) / 360, v: mercatorY(lat) }));
  const [west, east] = rangeOf(points.map(({ u }) => u));
  const [north, south] = rangeOf(points.map(({ v }) => v));
  return {
    u: (west + east) / 2,
    v: (north + south) / 2,
    width: east - west,
    height: south - north,
  };
}

function rangeOf(values: number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

function mercatorY(lat: number): number {
  const sine = Math.min(Math.max(Math.sin((lat * Math.PI) / 180), -0.9999), 0.9999);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

const require = createRequire(import.meta.url);
let font: Font | undefined;

/** The outline of a text as an SVG path around 0, 0, since a machine may have no fonts; `size` in pixels. */
export function outlineText(text: string, size: number): { path: string; width: number } {
  font ??= readFont();
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  const width = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  let x = -width / 2;
  const parts = glyphs.map(({ path }, index) => {
    const part = path.translate(x, -330).scale(scale, -scale).toSVG();
    x += positions[index]?.xAdvance ?? 0;
    return part;
  });
  return { path: parts.join(''), width: width * scale };
}

function readFont(): Font {
  const opened = create(
    readFileSync(
      require.resolve(
        '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
      ),
    ),
  );
  if (!('layout' in opened)) throw new Error('The file holds several fonts');
  return opened;
}
