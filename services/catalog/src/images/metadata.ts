import { cleanGif } from './gif.ts';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What a PNG needs to look and move as it does, beside its critical chunks: any other may tell where it was made. */
const PNG_KEPT = new Set([
  ...['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'pHYs'],
  ...['acTL', 'fcTL', 'fdAT'],
]);

/**
 * The picture without what its camera wrote into it, place and time above all: where it was is where
 * the treasure lies. How a JPEG is to be turned is kept. Null where a JPEG, PNG or GIF is not
 * well-formed, so that nobody can say what it tells; other types stay as they are.
 */
export function withoutMetadata(content: Buffer): Buffer | null {
  if (content.subarray(0, 8).equals(PNG_SIGNATURE)) return cleanPng(content);
  if (content.readUInt16BE(0) === 0xffd8) return cleanJpeg(content);
  if (/^GIF8[79]a/.test(content.toString('latin1', 0, 6))) return cleanGif(content);
  return content;
}

/** Chunks of length, type, data and checksum (PNG 3rd edition, 5.3); null where they do not add up. */
function cleanPng(content: Buffer): Buffer | null {
  const kept: Buffer[] = [PNG_SIGNATURE];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= content.length) {
    const end = at + 12 + content.readUInt32BE(at);
    if (end > content.length) return null;
    const type = content.toString('latin1', at + 4, at + 8);
    if (isCritical(type) || PNG_KEPT.has(type)) kept.push(content.subarray(at, end));
    at = end;
    // What follows the end is no part of the picture.
    if (type === 'IEND') return Buffer.concat(kept);
  }
  return null;
}

/** By its first letter (PNG 3rd edition, 5.4). */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type);
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const EXIF = 0xe1;
const COLOUR_PROFILE = 0xe2;
/** JFIF's header and Adobe's word on colours: without them it looks different. */
const JPEG_KEPT = new Set([0xe0, 0xee]);
const COMMENT = 0xfe;

/** Segments with their scans (ITU T.81, B.1); null where they do not add up. */
function cleanJpeg(content: Buffer): Buffer | null {
  const kept: Buffer[] = [];
  let turn = 1;
  for (let at = 2; at < content.length; ) {
    // Any number of these may stand before a marker (B.1.1.2).
    while (content[at] === 0xff && content[at + 1] === 0xff) at += 1;
    const marker = content[at] === 0xff ? (content[at + 1] ?? 0) : 0;
    if (marker === END_OF_IMAGE) break;
    if (marker < 0xc0 || at + 4 > content.length) return null;
    const end = endOfSegment(content, at, marker);
    if (end > content.length) return null;
    const segment = content.subarray(at, end);
    if (marker === EXIF) turn = Math.max(turn, orientationIn(segment));
    if (!isTelltale(marker, segment)) kept.push(segment);
    at = end;
  }
  // What follows the end is no part of the picture: some cameras put a second one there.
  const end = Buffer.from([0xff, END_OF_IMAGE]);
  return Buffer.concat([content.subarray(0, 2), ...orientation(turn), ...kept, end]);
}

function endOfSegment(content: Buffer, at: number, marker: number): number {
  const end = at + 2 + content.readUInt16BE(at + 2);
  if (marker !== START_OF_SCAN) return end;
  for (let next = content.indexOf(0xff, end); next >= 0; next = content.indexOf(0xff, next + 1)) {
    const following = content[next + 1] ?? 0;
    // Within a scan these are data, restarts and filling.
    const isWithin = following === 0 || following === 0xff || (following & 0xf8) === 0xd0;
    if (!isWithin) return next;
  }
  return content.length;
}

function isTelltale(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return true;
  if (marker === COLOUR_PROFILE) return segment.toString('latin1', 4, 15) !== 'ICC_PROFILE';
  return marker >= 0xe0 && marker <= 0xef && !JPEG_KEPT.has(marker);
}

const ORIENTATION = 0x0112;
const SHORT = 3;

/** 1 (upright) to 8; 1 where the segment says nothing, or nothing that can be read. */
function orientationIn(segment: Buffer): number {
  const tiff = segment.subarray(10);
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0' || tiff.length < 8) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return 1;
  const count = short(first);
  for (let entry = first + 2; entry + 12 <= tiff.length; entry += 12) {
    if (entry >= first + 2 + count * 12) return 1;
    const value = short(entry + 8);
    if (short(entry) === ORIENTATION) return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** An EXIF segment with nothing but how to turn the picture. */
function orientation(turn: number): Buffer[] {
  if (turn === 1) return [];
  const segment = Buffer.alloc(36);
  segment.writeUInt16BE(0xff00 + EXIF, 0);
  segment.writeUInt16BE(segment.length - 2, 2);
  segment.write('Exif\0\0MM\0*', 4, 'latin1');
  segment.writeUInt32BE(8, 14);
  segment.writeUInt16BE(1, 18);
  segment.writeUInt16BE(ORIENTATION, 20);
  segment.writeUInt16BE(SHORT, 22);
  segment.writeUInt32BE(1, 24);
  segment.writeUInt16BE(turn, 28);
  return [segment];
}
