import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PublicHunt } from '@cairn/contracts/http/public-hunts.ts';
import type { Font } from 'fontkit';
import sharp from 'sharp';

// The size that social networks recommend.
const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 60;
const TEXT_WIDTH = 700;
const INK = '#1c2a24';
const INK_SOFT = '#465550';
const PINE = '#1f4636';
const MAX_TITLE_LINES = 3;
const LINE_HEIGHT = 1.08;

export type PicturedHunt = Pick<PublicHunt, 'title' | 'region' | 'price_amount'>;

type Line = { text: string; font: Font; size: number; color: string; x: number; y: number };

/** Draws a JPEG. Its libraries and fonts are loaded with the first picture. */
export async function drawSharePicture(hunt: PicturedHunt): Promise<Buffer> {
  const [{ renderAsync }, fonts, background] = await Promise.all([
    import('@resvg/resvg-js'),
    loadFonts(),
    readFile(new URL('./background.jpg', import.meta.url), 'base64'),
  ]);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<image width="${WIDTH}" height="${HEIGHT}" href="data:image/jpeg;base64,${background}"/>`,
    ...layOut(hunt, fonts).map(pathOf),
    '</svg>',
  ].join('');
  const picture = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return sharp(picture.asPng()).jpeg({ quality: 85 }).toBuffer();
}

type Fonts = { display: Font; text: Font };

async function loadFonts(): Promise<Fonts> {
  const { create } = await import('fontkit');
  async function load(url: string): Promise<Font> {
    const font = create(await readFile(fileURLToPath(url)));
    if (!('layout' in font)) throw new Error(`${url} is a collection of fonts`);
    return font;
  }
  return {
    display: await load(
      import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-600-normal.woff'),
    ),
    text: await load(
      import.meta.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff'),
    ),
  };
}

/** The title wraps; a long one is smaller, and is cut after three lines. */
function layOut({ title, region, price_amount }: PicturedHunt, { display, text }: Fonts): Line[] {
  const size = wrap(title, display, 80).length > 2 ? 62 : 80;
  const wrapped = wrap(title, display, size);
  const isCut = wrapped.length > MAX_TITLE_LINES;
  const titleLines = wrapped.slice(0, MAX_TITLE_LINES);
  const top = 345 - (titleLines.length * size * LINE_HEIGHT) / 2;
  const bottom = top + (titleLines.length - 1) * size * LINE_HEIGHT;
  const small = { font: text, size: 34, color: INK_SOFT, x: LEFT };
  const [regionLine = ''] = wrap(region, text, small.size);
  return [
    { text: 'Cairn', font: display, size: 34, color: PINE, x: 112, y: 82 },
    ...titleLines.map((line, index) => ({
      text: isCut && index === MAX_TITLE_LINES - 1 ? `${line}…` : line,
      font: display,
      size,
      color: INK,
      x: LEFT,
      y: top + index * size * LINE_HEIGHT,
    })),
    { ...small, text: regionLine, y: bottom + 68 },
    { ...small, text: `A real treasure hunt. Join for $${cents(price_amount)}.`, y: bottom + 114 },
  ];
}

/** `20`, or with cents `19.50`. */
function cents(dollars: number): string {
  return dollars.toFixed(Number.isInteger(dollars) ? 0 : 2);
}

function wrap(text: string, font: Font, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    const isFitting = lines.length > 0 && widthOf(longer, font, size) <= TEXT_WIDTH;
    if (isFitting) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function widthOf(text: string, font: Font, size: number): number {
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
}

/** The glyphs as paths; y grows upwards in a font. */
function pathOf({ text, font, size, color, x, y }: Line): string {
  const { glyphs, positions } = font.layout(text);
  let pen = 0;
  const paths = glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0 } = positions[index] ?? {};
    const path = `<path transform="translate(${pen + xOffset})" d="${glyph.path.toSVG()}"/>`;
    pen += xAdvance;
    return path;
  });
  const scale = size / font.unitsPerEm;
  return `<g fill="${color}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}
