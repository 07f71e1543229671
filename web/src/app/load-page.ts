import { matchRoutes } from 'react-router-dom';
import { reloadFailedStylesheets } from '../lib/failed-stylesheets.ts';
import { isLazyPage } from './lazy-page.tsx';
import { OnDemandPages } from './lazy-pages.ts';
import { ROUTES } from './routes.tsx';

/** Loads the chunks of the page at this path. */
export async function loadPage(pathname: string, routes = ROUTES): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route: { Component } }) => {
      if (!isLazyPage(Component)) return;
      reloadFailedStylesheets();
      const { routes: added } = await Component.load();
      if (added) await loadPage(pathname, added);
    }),
  );
}

/** A link under the pointer or with focus is likely to be followed. */
export function prefetchPages(): void {
  // A failure is repeated by the navigation.
  void OnDemandPages.load().catch(() => undefined);
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => void loadTarget(target), { passive: true });
  }
}

async function loadTarget(target: EventTarget | null): Promise<void> {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin !== window.location.origin) return;
  // A failed prefetch is repeated by the navigation.
  await loadPage(link.pathname).catch(() => undefined);
}
