import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { linksOf } from './build/chunks.ts';
import { packFiles } from './build/pack.ts';
import { printWeights } from './build/weights.ts';
import { ORIGIN_OF_BUILD } from './src/lib/site-origin.ts';
import type { BuiltPage } from './src/prerender.tsx';

// `node prerender.ts [folder]`: runs `vite build`, then renders every page into its own file, writes compressed
// copies, and writes pages.json, the gateway's list of pages.
const WEB = dirname(fileURLToPath(import.meta.url));
const DIST = resolve(process.argv[2] ?? join(WEB, 'dist'));
// Beside the packages that it imports, independent of the output folder.
const SERVER = join(WEB, 'node_modules', `.prerender-${process.pid}`);

await build({
  root: WEB,
  logLevel: 'warn',
  build: { outDir: DIST, emptyOutDir: true, manifest: true },
});
await build({
  root: WEB,
  logLevel: 'warn',
  build: { ssr: 'src/prerender.tsx', outDir: SERVER, emptyOutDir: true, copyPublicDir: false },
});
const manifest = JSON.parse(
  await readFile(join(DIST, '.vite', 'manifest.json'), 'utf8'),
) as Manifest;
const pages = await renderAll();
const template = await readFile(join(DIST, 'index.html'), 'utf8');
for (const page of pages) await writePage(page, template);
await writeFile(join(DIST, 'pages.json'), JSON.stringify(pages.map(describe), null, 1));
await rm(SERVER, { recursive: true });
await rm(join(DIST, '.vite'), { recursive: true });
await packFiles(DIST);
await printWeights(DIST, pages.map(describe));

async function renderAll(): Promise<BuiltPage[]> {
  const { renderPages } = (await import(pathToFileURL(join(SERVER, 'prerender.js')).href)) as {
    renderPages(): Promise<BuiltPage[]>;
  };
  return renderPages();
}

async function writePage(page: BuiltPage, html: string): Promise<void> {
  const head = page.isShell
    ? page.head.replace(/<(title|meta|link)/g, '<$1 data-shell=""')
    : page.head;
  const links = linksOf(page.sources, manifest, html);
  const file = join(DIST, fileOf(page));
  await mkdir(dirname(file), { recursive: true });
  const whole = html
    .replace('</head>', () => `${head}${links}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.body}</div>`);
  await writeFile(file, page.isShell ? whole : textFirst(whole));
}

/** Prerendered text needs styles and fonts first, so scripts get a lower priority. */
function textFirst(html: string): string {
  return html.replace(
    /<(script type="module"|link rel="modulepreload")/g,
    '<$1 fetchpriority="low"',
  );
}

/** The gateway's entry for a page. Only canonical, indexable pages are listed in the sitemap. */
function describe(page: BuiltPage) {
  const { pattern, path, head } = page;
  // The gateway lists the pages of each hunt.
  const hasParameter = pattern.includes(':');
  const isOwnAddress = head.includes(`<link rel="canonical" href="${ORIGIN_OF_BUILD}${path}"/>`);
  const isListed = isOwnAddress && !hasParameter && !head.includes('content="noindex"');
  return { pattern, path, file: fileOf(page), isListed };
}

function fileOf({ pattern, path }: BuiltPage): string {
  if (pattern === '*') return '404.html';
  return pattern === '/' ? 'index.html' : `${path.slice(1)}.html`;
}
