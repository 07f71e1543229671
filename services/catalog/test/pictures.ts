import { crc32 } from 'node:zlib';

/** The smallest pictures that are ones, by their type. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
export const BMP = Buffer.from(
  'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA////AA==',
  'base64',
);
export const ICO = Buffer.concat([
  Buffer.from([0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 24, 0, 48, 0, 0, 0, 22, 0, 0, 0]),
  Buffer.alloc(48),
]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const PNG_HEAD = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
const PNG_DATA = Buffer.from('eJxjYAAAAAIAAUivpHEAAAAASUVORK5CYII=', 'base64').subarray(0, 10);

/** A grey dot, with these chunks between its head and its data. */
export function png(extra: { type: string; data: Buffer }[] = []): Buffer {
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', PNG_HEAD),
    ...extra.map(({ type, data }) => chunk(type, data)),
    chunk('IDAT', PNG_DATA),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A segment of a JPEG, with its length. */
export function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

export const JFIF = segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'));
/** A table and a scan, in which FF is data, a restart and filling. */
export const SCAN = Buffer.concat([
  segment(0xdb, Buffer.alloc(65)),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56, 0xff, 0xff, 0x00, 0x78]),
]);

export function jpeg(...segments: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, SCAN, Buffer.from([0xff, 0xd9])]);
}

/** What a camera writes: how the picture is to be turned, and where it was taken. */
export function exif(turn: number, place: string, isLittle = true): Buffer {
  const tiff = Buffer.alloc(38);
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(isLittle ? 'II' : 'MM', 0, 'latin1');
  short(42, 2);
  long(8, 4);
  short(2, 8);
  for (const [at, tag, value] of [
    [10, 0x0112, turn],
    [22, 0x8825, 26],
  ] as const) {
    short(tag, at);
    short(3, at + 2);
    long(1, at + 4);
    short(value, at + 8);
  }
  return segment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(place, 'latin1')]),
  );
}
