import { type ComponentType, StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { type RouteObject, StaticRouter } from 'react-router-dom';
import { isLazyPage, PRIVATE } from './app/lazy-page.tsx';
import { AppRoutes, ROUTES } from './app/routes.tsx';
import { PageMeta } from './components/page-meta.tsx';
import { HEADS } from './prerender-heads.ts';

export type BuiltPage = {
  /** The route's pattern: `/hunt/:handle`; `*` for unknown paths. */
  pattern: string;
  /** The path in the markup; parameters are written as `-name-`. */
  path: string;
  head: string;
  body: string;
  /** Source files in vite's manifest whose chunks load with the page; a page that requires a login loads later. */
  sources: string[];
  /** Whether the head is static and must be removed when the page renders its own. */
  isShell: boolean;
};

/** Every route as rendered without a session and without data. */
export async function renderPages(): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for (const page of await listPages(ROUTES)) pages.push(await renderPage(page));
  return pages;
}

const ON_DEMAND_ROUTES = 'src/app/on-demand-routes.tsx';

type Page = {
  pattern: string;
  Component: RouteObject['Component'];
  isPrivate: boolean;
  isOnDemand?: boolean;
};

async function listPages(routes: RouteObject[], above = '', isPrivate = false): Promise<Page[]> {
  const pages: Page[] = [];
  for (const { path = '', Component, children, handle } of routes) {
    const pattern = path ? `${above}/${path}` : above;
    const isGuarded = isPrivate || handle === PRIVATE;
    const added = isLazyPage(Component) && (await Component.load()).routes;
    if (children) pages.push(...(await listPages(children, pattern, isGuarded)));
    else if (added)
      pages.push(...(await listPages(added, above)).map((page) => ({ ...page, isOnDemand: true })));
    else pages.push({ pattern: pattern || '/', Component, isPrivate: isGuarded });
  }
  return pages;
}

async function renderPage(page: Page): Promise<BuiltPage> {
  const { pattern, Component, isPrivate, isOnDemand } = page;
  const path = pattern.replace(/:(\w+)/g, '-$1-').replace('*', '-path-');
  const isShell = isPrivate || pattern.includes(':') || pattern in HEADS;
  const isClientOnly = isShell && !isPrivate;
  const { head, body } = splitHead(isClientOnly ? '' : await render(path));
  return {
    pattern: pattern === '/*' ? '*' : pattern,
    path,
    head: isShell ? renderHead(pattern, path) : head,
    body,
    sources: [
      ...(isOnDemand ? [ON_DEMAND_ROUTES] : []),
      ...(isPrivate ? [] : [await sourceOf(Component)]),
    ],
    isShell,
  };
}

async function render(path: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={path}>
        <AppRoutes />
      </StaticRouter>
    </StrictMode>,
    {
      // Larger parts would be streamed hidden and shown by an inline script, which the CSP forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw new Error(`${path} cannot be rendered at build`, { cause: error });
      },
    },
  );
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  return html;
}

function renderHead(pattern: string, path: string): string {
  const meta = HEADS[pattern];
  if (!meta) throw new Error(`${pattern} has no line in web/src/prerender-heads.ts`);
  return renderToStaticMarkup(<PageMeta path={path} isHidden {...meta} />);
}

/** React writes hoisted head elements before the other markup. */
function splitHead(html: string): { head: string; body: string } {
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

const SOURCES = import.meta.glob<Record<string, ComponentType>>('./pages/*.tsx');

async function sourceOf(component: RouteObject['Component']): Promise<string> {
  const page = isLazyPage(component) ? await component.load() : component;
  for (const [file, load] of Object.entries(SOURCES)) {
    if (Object.values(await load()).includes(page as ComponentType))
      return file.replace('./', 'src/');
  }
  throw new Error('A route shows something that is no page of src/pages.');
}
