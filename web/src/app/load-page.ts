import { matchRoutes } from 'react-router-dom';
import { isLazyPage } from './lazy-page.tsx';
import { ROUTES } from './routes.tsx';

/** Fetches what the page at this path is made of. */
export async function loadPage(pathname: string): Promise<void> {
  const matches = matchRoutes(ROUTES, pathname) ?? [];
  await Promise.all(
    matches.map(({ route }) => isLazyPage(route.Component) && route.Component.load()),
  );
}

/** A link that is pointed at or focused is likely to be followed. */
export function loadPagesAhead(): void {
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => void loadTarget(target), { passive: true });
  }
}

async function loadTarget(target: EventTarget | null): Promise<void> {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin !== window.location.origin) return;
  // A page that does not come now is asked for again when somebody goes there.
  await loadPage(link.pathname).catch(() => undefined);
}
