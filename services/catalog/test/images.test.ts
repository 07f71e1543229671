import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { IMAGE_MAX_BYTES, imageSrc } from '@cairn/contracts/http/images.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  animatedGif,
  bmp,
  SMALL_GIF as GIF,
  ico,
  iconDib,
  jpeg,
  PLACE,
  placesInJpeg,
  png,
} from './pictures.ts';
import { makeHunt, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
const adminId = randomUUID();
const admin = tokenFor({ userId: adminId, isAdmin: true });

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HIDDEN_PAGE = Buffer.from('\0\0\0\rIHDR<!doctype html><script>x()</script>');

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'black' } });
}

type Upload = { token?: string | null; field?: string; type?: string; filename?: string };

async function upload(content: Buffer, { token = admin, ...sent }: Upload = {}) {
  const form = new FormData();
  const file = new File([new Uint8Array(content)], sent.filename ?? 'photo.png', {
    type: sent.type ?? 'image/png',
  });
  form.append(sent.field ?? 'file', file);
  const response = await fetch(`${catalog.url}/api/admin/images`, {
    method: 'POST',
    body: form,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function srcOf(content: Buffer): Promise<string> {
  const { status, body } = await upload(content);
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return imageSrc.parse(body['src']);
}

async function fetchImage(src: string, headers: Record<string, string> = {}) {
  const response = await fetch(catalog.url + src, { headers });
  return { response, content: Buffer.from(await response.arrayBuffer()) };
}

describe('an upload', () => {
  it.each([
    ['png', 'png', () => png()],
    ['gif', 'gif', async () => GIF],
    ['jpg', 'jpeg', () => jpeg()],
    ['png', 'bmp', async () => bmp()],
    ['png', 'x-icon', async () => ico([{ side: 1, content: iconDib() }])],
  ])('is served as %s for a %s, public and immutable', async (extension, _, make) => {
    const src = await srcOf(await make());
    expect(src).toMatch(new RegExp(`^/api/images/[0-9a-f]{64}\\.${extension}$`));
    const { response, content: served } = await fetchImage(src);
    expect(response.status).toBe(200);
    const { format } = await sharp(served).metadata();
    expect(format).toBe(extension === 'jpg' ? 'jpeg' : extension);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('of the same content is the same image and one staff action', async () => {
    await drainOutbox(catalog.pool, catalog.bus);
    const raw = { width: 8, height: 4, channels: 3 } as const;
    const content = await sharp(randomBytes(96), { raw }).png().toBuffer();
    const [src, again] = [await srcOf(content), await srcOf(content)];
    expect(again).toBe(src);
    const events = await drainOutbox(catalog.pool, catalog.bus);
    expect(events.map(({ data }) => staffActed.schema.parse(data))).toMatchObject([
      { adminId, action: 'image_upload', subjectType: 'image', after: { src } },
    ]);
  });

  const chunks = ['tEXt', 'iTXt', 'eXIf', 'caBX', 'teLL'].map((type) => ({
    type,
    data: Buffer.from(`Comment\0${PLACE}`),
  }));

  it.each<[string, () => Promise<Buffer>]>([
    ['EXIF with GPS of a JPEG', () => jpeg([], 6)],
    ['JFXX, XMP, ICC, MPF, IPTC and a comment of a JPEG', () => jpeg(placesInJpeg())],
    ['bytes behind a JPEG', async () => Buffer.concat([await jpeg(), Buffer.from(PLACE)])],
    ['chunks of a PNG', () => png(chunks)],
    ['bytes behind a PNG', async () => Buffer.concat([await png(), Buffer.from(PLACE)])],
    ['a comment of a GIF', () => animatedGif(PLACE)],
    ['bytes between header and pixels of a BMP', async () => bmp({ gap: Buffer.from(PLACE) })],
    ['bytes behind an ICO', async () => ico([{ side: 1, content: iconDib() }], PLACE)],
    ['EXIF of a PNG in an ICO', async () => ico([{ side: 8, content: await png(chunks) }])],
  ])('P-5.5 loses the place in %s', async (_, make) => {
    const given = await make();
    expect(given.includes(PLACE)).toBe(true);
    const { content } = await fetchImage(await srcOf(given));
    expect(content.includes(PLACE)).toBe(false);
    const { exif, icc, xmp, iptc, comments } = await sharp(content).metadata();
    expect({ exif, icc, xmp, iptc, comments }).toEqual({});
  });

  it('applies the EXIF orientation of a JPEG', async () => {
    const { content } = await fetchImage(await srcOf(await jpeg([], 6)));
    expect(await sharp(content).metadata()).toMatchObject({ width: 4, height: 8 });
  });

  it('keeps a GIF animated', async () => {
    const { content } = await fetchImage(await srcOf(await animatedGif()));
    expect(await sharp(content, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [120, 120, 120],
      loop: 5,
    });
  });

  it('decodes the pixels of a BMP and the largest picture of an ICO', async () => {
    const pixels = async (content: Buffer) => {
      const { content: served } = await fetchImage(await srcOf(content));
      return [...(await sharp(served).removeAlpha().raw().toBuffer())];
    };
    expect(await pixels(bmp())).toEqual([255, 0, 0, 0, 0, 255]);
    const icon = ico([
      { side: 1, content: iconDib() },
      { side: 8, content: await png() },
    ]);
    expect((await pixels(icon)).slice(0, 3)).toEqual([200, 30, 30]);
    expect(await pixels(ico([{ side: 1, content: iconDib() }]))).toEqual([0, 0, 255]);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['PNG', () => blank(6_000, 5_000).png().toBuffer()],
    ['GIF', () => blank(6_000, 5_000).gif().toBuffer()],
    ['BMP', async () => bmp({ width: 30_000, height: 30_000 })],
    ['ICO', async () => ico([{ side: 0, content: iconDib(30_000, 30_000) }])],
    [
      'PNG in an ICO',
      async () => ico([{ side: 0, content: await blank(6_000, 5_000).png().toBuffer() }]),
    ],
  ])('of a %s with too many pixels is refused before it is decoded', async (_, make) => {
    const content = await make();
    expect(content.length).toBeLessThan(IMAGE_MAX_BYTES);
    expect((await upload(content)).status).toBe(400);
  });

  it('is typed by its content, not by its name or Content-Type', async () => {
    const src = await upload(GIF, { type: 'text/html', filename: '../../x.html' });
    expect(src).toMatchObject({ status: 201, body: { src: expect.stringMatching(/\.gif$/) } });
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>')],
    ['an SVG with its prologue', Buffer.from('<?xml version="1.0"?><svg onload="x()"/>')],
    ['a page', Buffer.from('<!doctype html><script>x()</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['a WebP', Buffer.concat([Buffer.from('RIFF\x1a\0\0\0WEBPVP8 '), Buffer.alloc(20)])],
    ['an archive', Buffer.from('PK\x03\x04'.padEnd(60, '\0'), 'latin1')],
    // Not random, which could begin as a picture does.
    ['noise', createHash('sha512').update('noise').digest()],
    ['a page behind the head of a PNG', Buffer.concat([PNG_HEAD, HIDDEN_PAGE])],
    ['a BMP that breaks off', bmp().subarray(0, 40)],
    ['an ICO that breaks off', ico([{ side: 1, content: iconDib() }]).subarray(0, -40)],
    ['two bytes', Buffer.from([0xff, 0xd8])],
    ['nothing', Buffer.alloc(0)],
  ])('of %s is refused, as a PNG too', async (_, content) => {
    const { status, body } = await upload(content);
    expect(status).toBe(400);
    expect(body['fields']).toMatchObject({ file: expect.any(String) });
  });

  it('of a truncated picture is refused', async () => {
    for (const content of [await png(), await jpeg([], 1)]) {
      expect((await upload(content.subarray(0, -40))).status).toBe(400);
    }
  });

  it('may have at most 2 MB', async () => {
    const content = await jpeg();
    const sized = (size: number) => Buffer.concat([content, Buffer.alloc(size - content.length)]);
    expect((await upload(sized(IMAGE_MAX_BYTES))).status).toBe(201);
    expect((await upload(sized(IMAGE_MAX_BYTES + 1))).status).toBe(413);
  });

  it('is for admins only', async () => {
    expect((await upload(GIF, { token: null })).status).toBe(401);
    expect((await upload(GIF, { token: tokenFor({ userId: randomUUID() }) })).status).toBe(403);
  });

  it.each([
    ['under another name', () => upload(GIF, { field: 'picture' })],
    ['without a form', () => callWith('image/png', GIF)],
    ['as JSON', () => callWith('application/json', '{"file": "x"}')],
    ['as a malformed form', () => callWith('multipart/form-data; boundary=x', 'invalid')],
    ['as a form without a boundary', () => callWith('multipart/form-data', 'invalid')],
    [
      'as a form that breaks off',
      () => callWith('multipart/form-data; boundary=x', `--x\r\n${FILE}`),
    ],
    [
      'twice in one form',
      () =>
        callWith('multipart/form-data; boundary=x', `--x\r\n${FILE}\r\n--x\r\n${FILE}\r\n--x--`),
    ],
  ])('P-7.6 %s is 400', async (_, send) => {
    expect((await send()).status).toBe(400);
  });
});

const FILE = 'content-disposition: form-data; name="file"; filename="x"\r\n\r\nGIF89a';

function callWith(type: string, raw: string | Buffer) {
  const headers = { 'content-type': type };
  return call(`${catalog.url}/api/admin/images`, { token: admin, headers, raw });
}

describe('an image', () => {
  it('returns 304 if the browser has it', async () => {
    const src = await srcOf(GIF);
    const { response } = await fetchImage(src);
    const etag = response.headers.get('etag') ?? '';
    const again = await fetchImage(src, { 'if-none-match': etag });
    expect(again.response.status).toBe(304);
    expect(again.content).toHaveLength(0);
    const other = await fetchImage(src, { 'if-none-match': '"other"' });
    expect(other.response.status).toBe(200);
  });

  it('returns 404 for an unknown name', async () => {
    const unknown = `${'0'.repeat(64)}.png`;
    for (const name of [unknown, 'x.png', '..%2f..%2fetc%2fpasswd', `${unknown}%00`, '__proto__']) {
      const { response } = await fetchImage(`/api/images/${name}`);
      expect(response.status).toBe(404);
    }
    const claimed = await fetchImage(`/api/images/${unknown}`, { 'if-none-match': `"${unknown}"` });
    expect(claimed.response.status).toBe(404);
  });

  it('may stand in a hunt and in a clue', async () => {
    const src = await srcOf(GIF);
    const hunt = await makeHunt(staffOf(catalog.url), { images: [{ src, alt: 'A dot' }] });
    expect(hunt.images).toEqual([{ src, alt: 'A dot' }]);
    expect(sanitiseHtml(`<img src="${src}" alt="A dot" />`)).toContain(src);
  });
});
