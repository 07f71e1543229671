import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { escapeHtml } from './hunt-head.ts';
import type { Page, Pages } from './pages.ts';

/** The build's placeholder for the site's origin. */
const ORIGIN_OF_BUILD = 'https://origin.invalid';
/** Close to the best compression in 1 % of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A text in every content encoding. */
export type PackedText = {
  etag: string;
  identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
};

export type PageBodies = {
  /**
   * `path` as requested, because a page with parameters contains its own URL. `fill` completes such
   * a page.
   */
  bodyOf(page: Page, path: string, fill?: (html: string) => string): PackedText;
};

/** Inserts the origin into every page at start, and the path into pages with parameters per request. */
export function createPageBodies(dist: string, pages: Pages, origin: string): PageBodies {
  const texts = new Map(
    pages.all.map((page) => {
      const html = readFileSync(join(dist, page.file), 'utf8');
      return [page, html.replaceAll(ORIGIN_OF_BUILD, origin)];
    }),
  );
  const packed = new Map(
    [...texts].filter(([page]) => !hasOwnPath(page)).map(([page, html]) => [page, pack(html)]),
  );
  return {
    bodyOf(page, path, fill = (html) => html) {
      const ready = packed.get(page);
      if (ready) return ready;
      const html = texts.get(page) ?? '';
      const address = `"${origin}${escapeHtml(path)}"`;
      return plain(fill(html.replaceAll(`"${origin}${page.path}"`, () => address)));
    },
  };
}

/** Encodes a text that does not change while the process runs. */
export function pack(text: string): PackedText {
  const body = plain(text);
  return { ...body, br: brotliCompressSync(text, BROTLI), gzip: gzipSync(text, { level: 9 }) };
}

/** Without prepared encodings, for a text that depends on the hunts. */
export function plain(text: string): PackedText {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  return { etag: `"${hash}"`, identity: Buffer.from(text) };
}

function hasOwnPath({ pattern }: Page): boolean {
  return /[:*]/.test(pattern);
}
