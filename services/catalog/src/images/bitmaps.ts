import { decode as decodeBmp } from 'bmp-ts';
import decodeIco from 'decode-ico';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** Decoded in JavaScript, so that one upload keeps the event loop for some 50 ms at most. */
const MAX_SIDE = 4_096;
const MAX_PIXELS = 4_000_000;

/** libvips reads no BMP. Throws where it is damaged or too large. */
export function decodeBitmap(content: Buffer): Sharp {
  checkSize(content.readInt32LE(18), Math.abs(content.readInt32LE(22)));
  const { width, height, data } = decodeBmp(content, { toRGBA: true });
  // Its fourth byte is unused in most files, and zero.
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/** libvips reads no ICO. Decodes its largest picture. Throws where it is damaged or too large. */
export function decodeIcon(content: Buffer, options: SharpOptions): Sharp {
  const [picture] = decodeIco(withLargestOnly(content));
  if (!picture) throw new Error('an icon without a picture');
  if (picture.type === 'png') return sharp(picture.data, options);
  const { width, height, data } = picture;
  return sharp(data, { raw: { width, height, channels: 4 } });
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const PNG_START = 0x89504e47;

/** An ICO of one picture, since a directory may name one large picture 65,535 times. */
function withLargestOnly(content: Buffer): Buffer {
  const count = content.readUInt16LE(4);
  let largest = content.subarray(HEADER_BYTES, HEADER_BYTES + ENTRY_BYTES);
  for (let index = 1; index < count; index += 1) {
    const start = HEADER_BYTES + index * ENTRY_BYTES;
    const entry = content.subarray(start, start + ENTRY_BYTES);
    if (sizeOf(entry) > sizeOf(largest)) largest = entry;
  }
  const offset = largest.readUInt32LE(12);
  const picture = content.subarray(offset, offset + largest.readUInt32LE(8));
  if (picture.readUInt32BE(0) !== PNG_START) {
    // A DIB; its height counts the picture and its mask.
    checkSize(picture.readInt32LE(4), picture.readInt32LE(8) / 2);
  }
  const [header, entry] = [Buffer.from(content.subarray(0, HEADER_BYTES)), Buffer.from(largest)];
  header.writeUInt16LE(1, 4);
  entry.writeUInt32LE(picture.length, 8);
  entry.writeUInt32LE(HEADER_BYTES + ENTRY_BYTES, 12);
  return Buffer.concat([header, entry, picture]);
}

/** By the width, then the colours, of a directory entry; a width of 0 is 256. */
function sizeOf(entry: Buffer): number {
  return (entry.readUInt8(0) || 256) * 64 + entry.readUInt16LE(6);
}

function checkSize(width: number, height: number): void {
  const isFine = width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE;
  if (!isFine || width * height > MAX_PIXELS) throw new Error('a picture that is too large');
}
