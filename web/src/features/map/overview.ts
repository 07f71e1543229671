import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import statesUrl from 'us-atlas/states-10m.json?url';
import type { Area } from './describe-area.ts';

type Point = readonly [x: number, y: number];
type Outline = { name: string; rings: Point[][] };
export type States = FeatureCollection<Polygon | MultiPolygon, { name: string }>;

/** Kilometres east and south of the centre of the search area. */
export type Overview = {
  /** Half of the width and height. */
  reach: number;
  outlines: Outline[];
  labels: { name: string; x: number; y: number }[];
  /** The older ones first. */
  circles: { x: number; y: number; radius: number }[];
  /** The state around the centre. */
  state: string | null;
};

const KM_PER_DEGREE = 111.2;
/** In shares of `reach`. */
export const TEXT_SIZE = 0.13;
const LETTER_WIDTH = 0.55 * TEXT_SIZE;
const GRID = 14;
/** In radii of the circle. */
const REACH = 7;

/** The outlines of the states of the USA, by the US Census Bureau. */
export async function loadStates(): Promise<States> {
  const response = await fetch(statesUrl);
  if (!response.ok) throw new Error(`The outlines of the states: ${response.status}`);
  const topology = (await response.json()) as Topology;
  return feature(
    topology,
    topology.objects['states'] as GeometryCollection<{ name: string }>,
  ) as States;
}

/** The states around the search area, with names where they fit; null where there are none. */
export function drawOverview(
  states: States,
  area: Area,
  previous: readonly Area[],
): Overview | null {
  const reach = (area.radius_m / 1_000) * REACH;
  const all = states.features.map(({ properties, geometry }) => ({
    name: properties.name,
    rings: ringsOf(geometry).map((ring) => ring.map((position) => project(position, area))),
  }));
  const outlines = all.filter(({ rings }) => rings.some((ring) => isNear(ring, reach)));
  if (outlines.length === 0) return null;
  const labels = outlines.flatMap((outline) => findLabelPlace(outline, reach) ?? []);
  const state = outlines.find((outline) => isInside(outline, [0, 0]))?.name ?? null;
  const circles = [...previous, area].map(({ lat, lng, radius_m: radius }) => {
    const [x, y] = project([lng, lat], area);
    return { x, y, radius: radius / 1_000 };
  });
  return { reach, outlines, labels, circles, state };
}

/** SVG path data. */
export function pathOf({ rings }: Outline): string {
  const write = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return rings.map((ring) => `M${ring.map(write).join('L')}Z`).join('');
}

function ringsOf(geometry: Polygon | MultiPolygon): Position[][] {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}

function project([lng = 0, lat = 0]: Position, center: Area): Point {
  const narrowing = Math.cos((center.lat * Math.PI) / 180);
  return [(lng - center.lng) * KM_PER_DEGREE * narrowing, (center.lat - lat) * KM_PER_DEGREE];
}

/** Whether the bounding box of the ring overlaps the drawing. */
function isNear(ring: Point[], reach: number): boolean {
  return [0, 1].every((axis) => {
    const values = ring.map((point) => point[axis] ?? 0);
    return Math.min(...values) < reach && Math.max(...values) > -reach;
  });
}

/** The place with the largest distance from borders, edges and circle at which the name fits into the state. */
function findLabelPlace(outline: Outline, reach: number): Overview['labels'][number] | null {
  const { name, rings } = outline;
  const half = (name.length * LETTER_WIDTH * reach) / 2;
  const edges = rings.flatMap(edgesOf).filter(([from, to]) => isNear([from, to], reach * 1.5));
  let best = { name, x: 0, y: 0, room: TEXT_SIZE * reach * 0.7 };
  for (let row = 1; row < GRID; row += 1) {
    for (let column = 1; column < GRID; column += 1) {
      const [x, y] = [toGrid(column, reach), toGrid(row, reach)];
      const box: Point[] = [-1, -0.5, 0, 0.5, 1].map((share) => [x + share * half, y]);
      const room = Math.min(...box.map((point) => roomAt(point, edges, reach)));
      if (room > best.room && box.every((point) => isInside(outline, point)))
        best = { name, x, y, room };
    }
  }
  return best.x === 0 && best.y === 0 ? null : best;
}

function toGrid(step: number, reach: number): number {
  return ((2 * step) / GRID - 1) * reach;
}

type Edge = readonly [from: Point, to: Point];

function edgesOf(ring: Point[]): Edge[] {
  return ring.slice(1).map((point, index): Edge => [ring[index] ?? point, point]);
}

/** The distance from the nearest border, edge of the drawing, or the circle. */
function roomAt(point: Point, edges: Edge[], reach: number): number {
  const [x, y] = point;
  const toCircle = Math.hypot(x, y) - reach / REACH;
  const toFrame = reach - Math.max(Math.abs(x), Math.abs(y));
  return Math.min(toCircle, toFrame, ...edges.map((edge) => distance(point, edge)));
}

function distance([x, y]: Point, [[ax, ay], [bx, by]]: Edge): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy || 1;
  const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** Counts the borders west of the point. */
function isInside({ rings }: Outline, [x, y]: Point): boolean {
  const crossed = rings
    .flatMap(edgesOf)
    .filter(
      ([[ax, ay], [bx, by]]) => ay > y !== by > y && x > ax + ((y - ay) / (by - ay)) * (bx - ax),
    );
  return crossed.length % 2 === 1;
}
