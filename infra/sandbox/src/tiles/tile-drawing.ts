import sharp from 'sharp';
import { type Areas, type Lines, layers, type TileIndex } from './geography.ts';
import { findLabels, type Label, outlineText } from './labels.ts';

export type Scheme = 'light' | 'dark';
export type TilePosition = { z: number; x: number; y: number };
export type TileRequest = { position: TilePosition; scheme: Scheme };

const SIZE = 256;
/** Units of the tile index per tile. */
const EXTENT = 4096;
const UNIT = EXTENT / SIZE;
const LABEL_PX = 11;

const COLOURS = {
  light: {
    water: '#cfdeda',
    land: '#f4efe2',
    shore: '#9db3ab',
    river: '#b7ceca',
    country: '#8a7f66',
    state: '#a89d82',
    county: '#d3c9b0',
    text: '#5a5340',
    halo: '#f4efe2',
  },
  dark: {
    water: '#0b1a1c',
    land: '#18231d',
    shore: '#35504a',
    river: '#1d3a3c',
    country: '#7d8f80',
    state: '#52665a',
    county: '#2c3c33',
    text: '#a3b0a5',
    halo: '#18231d',
  },
} as const;

let labels: Label[] | undefined;

/** Reads and cuts all geography, which drawing does on first use otherwise. */
export function prepareGeography(): void {
  labels ??= findLabels();
  for (const load of Object.values(layers)) load();
}

/** A PNG of coasts, waters, borders and names. The first tiles load the geography. */
export function drawTile({ position, scheme }: TileRequest): Promise<Buffer> {
  const svg = Buffer.from(drawSvg(position, scheme));
  return sharp(svg).resize(SIZE, SIZE).png({ palette: true, colours: 64 }).toBuffer();
}

function drawSvg(position: TilePosition, scheme: Scheme): string {
  labels ??= findLabels();
  const { z } = position;
  const colour = COLOURS[scheme];
  const area = (kind: Areas, fill: string) =>
    `<path d="${pathOf(layers[kind](), position)}" fill="${fill}" fill-rule="evenodd" stroke="${colour.shore}" stroke-width="${0.8 * UNIT}"/>`;
  const line = (kind: Lines, stroke: string, px: number, dash = '') =>
    `<path d="${pathOf(layers[kind](), position)}" fill="none" stroke="${stroke}" stroke-width="${px * UNIT}" stroke-linejoin="round"${dash && ` stroke-dasharray="${dash}"`}/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${EXTENT} ${EXTENT}">
<rect width="${EXTENT}" height="${EXTENT}" fill="${colour.water}"/>
${area('land', colour.land)}
${z >= 7 ? area('usa', colour.land) : ''}
${z >= 7 ? line('countyBorders', colour.county, 1) : ''}
${z >= 5 ? line('rivers', colour.river, 1.2) : ''}
${area('lakes', colour.water)}
${z >= 4 ? line('stateBorders', colour.state, 1.1, `${5 * UNIT} ${3 * UNIT}`) : ''}
${line('countryBorders', colour.country, 1.4)}
${labels.map((label) => drawLabel(label, position, colour)).join('')}</svg>`;
}

function pathOf(index: TileIndex, { z, x, y }: TilePosition): string {
  const features = index.getTile(z, x, y)?.features ?? [];
  return features
    .flatMap(({ type, geometry }) => {
      if (type === 1) return [];
      const end = type === 3 ? 'Z' : '';
      return geometry.map(
        (points) => `M${points.map(([px, py]) => `${px} ${py}`).join('L')}${end}`,
      );
    })
    .join('');
}

/** Each tile that a name touches draws it; names wider than their area are left out. */
function drawLabel(
  { text, u, v, width, minZoom, maxZoom, isUpperCase }: Label,
  { z, x, y }: TilePosition,
  colour: { text: string; halo: string },
): string {
  if (z < minZoom || z > maxZoom) return '';
  const tiles = 2 ** z;
  const left = (u * tiles - x) * EXTENT;
  const top = (v * tiles - y) * EXTENT;
  if (Math.abs(left - EXTENT / 2) > EXTENT || top < -EXTENT / 8 || top > (EXTENT * 9) / 8)
    return '';
  const name = outlineText(isUpperCase ? text.toUpperCase() : text, LABEL_PX);
  if (width * tiles * SIZE < name.width) return '';
  return `<g transform="translate(${left} ${top}) scale(${UNIT})" stroke-linejoin="round"><path d="${name.path}" fill="none" stroke="${colour.halo}" stroke-width="3"/><path d="${name.path}" fill="${colour.text}" stroke="${colour.text}" stroke-width="0.5"/></g>`;
}
