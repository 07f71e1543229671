import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { IMAGE_MAX_BYTES, imageSrc } from '@cairn/contracts/http/images.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BMP, exif, GIF, ICO, JFIF, jpeg, png } from './pictures.ts';
import { makeHunt, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
const adminId = randomUUID();
const admin = tokenFor({ userId: adminId, isAdmin: true });

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const HIDDEN_PAGE = Buffer.from('\0\0\0\rIHDR<!doctype html><script>x()</script>');

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
    ['png', png(), 'image/png'],
    ['gif', GIF, 'image/gif'],
    ['jpg', jpeg(JFIF), 'image/jpeg'],
    ['bmp', BMP, 'image/bmp'],
    ['ico', ICO, 'image/x-icon'],
  ])(
    'of a %s is served as what its content is, by anybody, to be kept for ever',
    async (extension, content, type) => {
      const src = await srcOf(content);
      expect(src).toMatch(new RegExp(`^/api/images/[0-9a-f]{64}\\.${extension}$`));
      const { response, content: served } = await fetchImage(src);
      expect(response.status).toBe(200);
      expect(served).toEqual(content);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    },
  );

  it('of the same content is the same image, and one act', async () => {
    await drainOutbox(catalog.pool, catalog.bus);
    const content = png([{ type: 'gAMA', data: randomBytes(4) }]);
    const [src, again] = [await srcOf(content), await srcOf(content)];
    expect(again).toBe(src);
    const events = await drainOutbox(catalog.pool, catalog.bus);
    expect(events.map(({ data }) => staffActed.schema.parse(data))).toMatchObject([
      { adminId, action: 'image_upload', subjectType: 'image', after: { src } },
    ]);
  });

  it('P-5.5 keeps nothing of where a picture was taken', async () => {
    const src = await srcOf(jpeg(JFIF, exif(6, 'GPS 44.1234N')));
    const { content } = await fetchImage(src);
    expect(content.includes('GPS')).toBe(false);
    const { rows } = await catalog.pool.query(
      'SELECT 1 FROM images WHERE position($1 IN content) > 0',
      [Buffer.from('GPS 44')],
    );
    expect(rows).toEqual([]);
  });

  it('is told by its content, whatever name and type it comes with', async () => {
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
    ['a page behind the head of a PNG', Buffer.concat([png().subarray(0, 8), HIDDEN_PAGE])],
    ['a PNG that breaks off', png().subarray(0, -5)],
    ['a JPEG that breaks off', jpeg(JFIF, exif(1, 'GPS')).subarray(0, 60)],
    ['two bytes', Buffer.from([0xff, 0xd8])],
    ['nothing', Buffer.alloc(0)],
  ])('of %s is refused, as a PNG too', async (_, content) => {
    const { status, body } = await upload(content);
    expect(status).toBe(400);
    expect(body['fields']).toMatchObject({ file: expect.any(String) });
  });

  it('may have 2 MB and not a byte more', async () => {
    const frame = png([{ type: 'gAMA', data: Buffer.alloc(0) }]).length;
    const sized = (size: number) => png([{ type: 'gAMA', data: Buffer.alloc(size - frame) }]);
    expect(sized(IMAGE_MAX_BYTES)).toHaveLength(IMAGE_MAX_BYTES);
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
    ['as a form that is none', () => callWith('multipart/form-data; boundary=x', 'nonsense')],
    ['as a form without a boundary', () => callWith('multipart/form-data', 'nonsense')],
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
  it('that the browser has is 304', async () => {
    const src = await srcOf(GIF);
    const { response } = await fetchImage(src);
    const etag = response.headers.get('etag') ?? '';
    const again = await fetchImage(src, { 'if-none-match': etag });
    expect(again.response.status).toBe(304);
    expect(again.content).toHaveLength(0);
    const other = await fetchImage(src, { 'if-none-match': '"other"' });
    expect(other.response.status).toBe(200);
  });

  it('that does not exist is 404, whatever its name', async () => {
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
