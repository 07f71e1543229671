import { matchRoutes } from 'react-router-dom';
import { isLazyPage } from './lazy-page.tsx';
import { ROUTES } from './routes.tsx';

/** Loads the chunks of the page at this path. */
export async function loadPage(pathname: string): Promise<void> {
  const matches = matchRoutes(ROUTES, pathname) ?? [];
  await Promise.all(
    matches.map(({ route }) => isLazyPage(route.Component) && route.Component.load()),
  );
}

/** A link under the pointer or with focus is likely to be followed. */
export function prefetchPages(): void {
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
