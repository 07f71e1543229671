import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** What a camera, or a program, may write into a picture: where it was taken. */
export const PLACE = 'GPS 44.1234N 72.5678W';

const SIZE = { width: 8, height: 4 };

function plain() {
  return sharp({ create: { ...SIZE, channels: 3, background: { r: 200, g: 30, b: 30 } } });
}

/** A real EXIF block with a GPS position, a camera and an orientation. */
function withExif(picture: Sharp, orientation: number): Sharp {
  return picture.withMetadata({ orientation }).withExifMerge({
    IFD0: { Make: PLACE, ImageDescription: PLACE },
    IFD3: { GPSLatitude: '44/1 7/1 24/1', GPSLatitudeRef: 'N' },
  });
}

/** A segment of a JPEG, with its length. */
export function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A JPEG with segments after its start, and EXIF where an orientation is given. */
export async function jpeg(segments: Buffer[] = [], orientation?: number): Promise<Buffer> {
  const picture = orientation === undefined ? plain() : withExif(plain(), orientation);
  const content = await picture.jpeg().toBuffer();
  return Buffer.concat([content.subarray(0, 2), ...segments, content.subarray(2)]);
}

/** Places that a JPEG may hold beside EXIF: JFXX, XMP, an ICC profile, MPF, IPTC and a comment. */
export function placesInJpeg(): Buffer[] {
  const text = (start: string) => Buffer.from(`${start}${PLACE}`, 'latin1');
  return [
    segment(0xe0, text('JFXX\0\x10')),
    segment(0xe1, text('http://ns.adobe.com/xap/1.0/\0')),
    segment(0xe2, text('ICC_PROFILE\0\x01\x01')),
    segment(0xe2, text('MPF\0')),
    segment(0xed, text('Photoshop 3.0\0')),
    segment(0xfe, text('')),
  ];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG with these chunks between its head and its data. */
export async function png(extra: { type: string; data: Buffer }[] = []): Promise<Buffer> {
  const content = await plain().png().toBuffer();
  const afterHead = 8 + 25;
  return Buffer.concat([
    content.subarray(0, afterHead),
    ...extra.map(({ type, data }) => chunk(type, data)),
    content.subarray(afterHead),
  ]);
}

export const SMALL_GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

/** Three frames of different colours, 120 ms each, repeated five times, with a comment in the file. */
export async function animatedGif(comment = ''): Promise<Buffer> {
  const frames = await Promise.all(
    ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { ...SIZE, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const content = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [120, 120, 120], loop: 5 })
    .toBuffer();
  const text = Buffer.from(comment, 'latin1');
  const block = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])]);
  return Buffer.concat([
    content.subarray(0, -1),
    ...(comment ? [block] : []),
    content.subarray(-1),
  ]);
}

/** A BMP of 2 × 1 pixels, red and blue, with bytes between its header and its pixels. */
export function bmp({ width = 2, height = 1, gap = Buffer.alloc(0) } = {}): Buffer {
  const pixels = Buffer.from([0, 0, 255, 255, 0, 0, 0, 0]);
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + gap.length + pixels.length, 2);
  header.writeUInt32LE(54 + gap.length, 10);
  dib(width, height).copy(header, 14);
  return Buffer.concat([header, gap, pixels]);
}

function dib(width: number, height: number): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(24, 14);
  return header;
}

/** An ICO of these pictures, each a PNG or a DIB. */
export function ico(pictures: { side: number; content: Buffer }[], after = ''): Buffer {
  const header = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = 6 + 16 * pictures.length;
  const entries = pictures.map(({ side, content }) => {
    const entry = Buffer.from([side, side, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    entry.writeUInt32LE(content.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += content.length;
    return entry;
  });
  const contents = pictures.map(({ content }) => content);
  return Buffer.concat([header, ...entries, ...contents, Buffer.from(after, 'latin1')]);
}

/** One pixel and its mask, as an ICO holds them. */
export function iconDib(width = 1, height = 1): Buffer {
  return Buffer.concat([dib(width, height * 2), Buffer.from([255, 0, 0, 0]), Buffer.alloc(4)]);
}
