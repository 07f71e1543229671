import type { IndexedImage } from './png.ts';

const SIZE = 256;
const PAPER = 0;
const WATER = 1;
const LINE = 2;
const INDEX_LINE = 3;
const EDGE = 4;
const INK = 5;

const PALETTE = [
  [244, 240, 229],
  [220, 230, 226],
  [222, 215, 195],
  [199, 189, 160],
  [232, 226, 210],
  [150, 141, 117],
] as const;

export interface TilePosition {
  z: number;
  x: number;
  y: number;
}

/** Contour lines that continue across tiles, with the tile's coordinates in a corner. */
export function drawTile(position: TilePosition): IndexedImage {
  const pixels = new Uint8Array(SIZE * SIZE);
  const heights = heightsOf(position);
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      pixels[y * SIZE + x] = x === 0 || y === 0 ? EDGE : colourAt(heights, x, y);
    }
  }
  write(pixels, `${position.z}/${position.x}/${position.y}`);
  return { width: SIZE, height: SIZE, pixels, palette: PALETTE };
}

/** One column and row more than the tile, so that each pixel has neighbours to compare with. */
function heightsOf({ z, x, y }: TilePosition): Float64Array {
  const side = SIZE + 1;
  const heights = new Float64Array(side * side);
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const u = (x + column / SIZE) / 2 ** z;
      const v = (y + row / SIZE) / 2 ** z;
      heights[row * side + column] = heightAt(u, v, z);
    }
  }
  return heights;
}

/** Sum of waves down to the wavelength that this zoom can show; u and v are in 0..1. */
function heightAt(u: number, v: number, z: number): number {
  let height = 0;
  for (let octave = 0; octave <= z + 2; octave += 1) {
    const frequency = 2 ** octave * Math.PI * 2;
    const turn = octave * 2.4;
    const along = u * Math.cos(turn) + v * Math.sin(turn);
    const across = v * Math.cos(turn) - u * Math.sin(turn);
    height += Math.sin(along * frequency + turn) * Math.cos(across * frequency * 0.8 - turn);
  }
  return height;
}

function colourAt(heights: Float64Array, x: number, y: number): number {
  const side = SIZE + 1;
  const here = heights[y * side + x] ?? 0;
  const step = Math.floor(here * 4);
  const right = Math.floor((heights[y * side + x + 1] ?? 0) * 4);
  const below = Math.floor((heights[(y + 1) * side + x] ?? 0) * 4);
  if (step === right && step === below) return here < -1.4 ? WATER : PAPER;
  return Math.max(step, right, below) % 4 === 0 ? INDEX_LINE : LINE;
}

/** Glyphs of 3 × 5 pixels; three bits per row. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 3, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 2, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '/': [1, 1, 2, 4, 4],
};

function write(pixels: Uint8Array, label: string): void {
  const scale = 2;
  [...label].forEach((sign, index) => {
    (GLYPHS[sign] ?? []).forEach((bits, row) => {
      for (let column = 0; column < 3; column += 1) {
        if ((bits & (4 >> column)) === 0) continue;
        const left = 8 + (index * 4 + column) * scale;
        fillSquare(pixels, { left, top: 8 + row * scale, scale });
      }
    });
  });
}

function fillSquare(
  pixels: Uint8Array,
  square: { left: number; top: number; scale: number },
): void {
  for (let y = square.top; y < square.top + square.scale; y += 1) {
    pixels.fill(INK, y * SIZE + square.left, y * SIZE + square.left + square.scale);
  }
}
