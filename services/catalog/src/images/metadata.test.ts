import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BMP, exif, GIF, JFIF, jpeg, png, SCAN, segment } from '../../test/pictures.ts';
import { withoutMetadata } from './metadata.ts';

const PLACE = 'GPS 44.1234N 72.5678W';

function clean(content: Buffer): Buffer {
  const cleaned = withoutMetadata(content);
  if (!cleaned) throw new Error('not well-formed');
  return cleaned;
}

describe('withoutMetadata', () => {
  it('takes place, time, words and previews out of a JPEG, and leaves its picture', () => {
    const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01colours', 'latin1'));
    const adobe = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01', 'latin1'));
    const told = jpeg(
      JFIF,
      exif(1, PLACE),
      segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${PLACE}`, 'latin1')),
      segment(0xe2, Buffer.from(`MPF\0${PLACE}`, 'latin1')),
      profile,
      segment(0xed, Buffer.from(`Photoshop 3.0\0${PLACE}`, 'latin1')),
      adobe,
      segment(0xfe, Buffer.from(PLACE, 'latin1')),
    );
    expect(withoutMetadata(told)).toEqual(jpeg(JFIF, profile, adobe));
  });

  it('finds it between scans and behind the end as well', () => {
    const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
    const told = Buffer.concat([start, SCAN, exif(1, PLACE), SCAN, end, jpeg(exif(1, PLACE))]);
    expect(withoutMetadata(told)).toEqual(Buffer.concat([start, SCAN, SCAN, end]));
  });

  it.each([true, false])('keeps how a JPEG is to be turned (little endian: %s)', (isLittle) => {
    for (let turn = 2; turn <= 8; turn += 1) {
      const cleaned = clean(jpeg(JFIF, exif(turn, PLACE, isLittle)));
      expect(cleaned.includes(PLACE)).toBe(false);
      expect(cleaned.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn]))).toBe(true);
      // It is understood again: a second time changes nothing.
      expect(withoutMetadata(cleaned)).toEqual(cleaned);
    }
  });

  it('takes the words, the time and the camera out of a PNG, and what follows its end', () => {
    const told = png([
      { type: 'gAMA', data: Buffer.from([0, 1, 134, 160]) },
      { type: 'tEXt', data: Buffer.from(`Comment\0${PLACE}`) },
      { type: 'iTXt', data: Buffer.from(PLACE) },
      { type: 'zTXt', data: Buffer.from(PLACE) },
      { type: 'eXIf', data: Buffer.from(PLACE) },
      { type: 'tIME', data: Buffer.alloc(7) },
    ]);
    const cleaned = clean(Buffer.concat([told, Buffer.from(PLACE)]));
    expect(cleaned).toEqual(png([{ type: 'gAMA', data: Buffer.from([0, 1, 134, 160]) }]));
  });

  it('finds it behind filling, and in a JPEG that breaks off within its picture', () => {
    const [start, filling] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xff, 0xff])];
    const end = Buffer.from([0xff, 0xd9]);
    const told = Buffer.concat([start, filling, exif(1, PLACE), filling, SCAN]);
    expect(withoutMetadata(told)).toEqual(Buffer.concat([start, SCAN, end]));
  });

  it('takes comments, words and programs out of a GIF that moves, and what follows its end', () => {
    const block = (...bytes: number[]) => Buffer.from([0x21, ...bytes]);
    const saying = (label: number, text: string) =>
      Buffer.concat([block(label, text.length), Buffer.from(text), Buffer.from([0])]);
    const [start, image] = [GIF.subarray(0, 19), GIF.subarray(19, -1)];
    const loop = Buffer.concat([
      saying(0xff, 'NETSCAPE2.0').subarray(0, -1),
      Buffer.from([3, 1, 0, 0, 0]),
    ]);
    const control = block(0xf9, 4, 0, 10, 0, 0, 0);
    const frame = Buffer.from(image);
    frame[9] = 0x80;
    const coloured = Buffer.concat([frame.subarray(0, 10), Buffer.alloc(6, 7), frame.subarray(10)]);
    const end = Buffer.from([0x3b]);
    const told = Buffer.concat([
      ...[start, loop, saying(0xfe, PLACE), saying(0xff, `XMP DataXMP${PLACE}`), control, image],
      ...[saying(0x01, PLACE), control, coloured, end, Buffer.from(PLACE)],
    ]);
    const kept = [start, loop, control, image, control, coloured, end];
    expect(withoutMetadata(told)).toEqual(Buffer.concat(kept));
    expect(withoutMetadata(GIF.subarray(0, -1))).toEqual(GIF);
  });

  it('keeps of a PNG only what it looks and moves by', () => {
    const told = png([
      { type: 'pHYs', data: Buffer.alloc(9) },
      { type: 'caBX', data: Buffer.from(PLACE) },
      { type: 'teLL', data: Buffer.from(PLACE) },
    ]);
    expect(withoutMetadata(told)).toEqual(png([{ type: 'pHYs', data: Buffer.alloc(9) }]));
  });

  it('is nothing where the picture is not well-formed, since nobody knows what it tells', () => {
    const jpegStart = Buffer.concat([Buffer.from([0xff, 0xd8]), exif(1, PLACE)]);
    for (const broken of [
      jpegStart.subarray(0, -3),
      Buffer.concat([jpegStart, Buffer.from('not a marker')]),
      Buffer.concat([png().subarray(0, 8), Buffer.from(`<!doctype html>${PLACE}`)]),
      png([{ type: 'tEXt', data: Buffer.from(PLACE) }]).subarray(0, -12),
      GIF.subarray(0, -3),
      Buffer.concat([GIF.subarray(0, -1), Buffer.from(PLACE)]),
      Buffer.from('GIF89a'),
    ]) {
      expect(withoutMetadata(broken)).toBeNull();
    }
  });

  it('leaves what has none as it is, byte by byte', () => {
    for (const picture of [jpeg(), jpeg(JFIF), png(), GIF, BMP]) {
      expect(withoutMetadata(picture)).toEqual(picture);
    }
  });

  it('takes any bytes without failing, and is the same a second time', () => {
    const heads = fc.constantFrom(
      Buffer.from([0xff, 0xd8]),
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 40]),
      png().subarray(0, 8),
      GIF.subarray(0, 19),
      Buffer.from([0x21, 0xff, 11]),
      exif(3, PLACE),
      Buffer.alloc(2),
    );
    const bytes = fc.tuple(
      heads,
      fc.array(heads, { maxLength: 3 }),
      fc.uint8Array({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(bytes, ([head, more, rest]) => {
        const cleaned = withoutMetadata(Buffer.concat([head, ...more, rest]));
        if (cleaned) expect(withoutMetadata(cleaned)).toEqual(cleaned);
      }),
      { numRuns: 2_000 },
    );
  });
});
