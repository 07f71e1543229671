import '@fontsource-variable/fraunces/opsz.css';
import '@fontsource-variable/source-sans-3/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadPage, prefetchPages } from './app/load-page.ts';
import { watchStylesheets } from './lib/failed-stylesheets.ts';

// Same as z.config({ jitless: true }), but set before any chunk with zod loads: otherwise zod tests
// `new Function`, which is reported as a CSP violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

watchStylesheets();

const root = document.getElementById('root');
// No top-level await: page chunks import the chunk of this module.
if (root) void show(root).then(prefetchPages);

async function show(element: HTMLElement): Promise<void> {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (!element.hasChildNodes()) return createRoot(element).render(app);
  // Hydrates only after the page's chunk is loaded, so that the prerendered page stays until then.
  await loadPage(window.location.pathname).catch(() => undefined);
  // A transition hydrates in small steps, so that a slow phone can scroll and follow links.
  startTransition(() => {
    hydrateRoot(element, app);
  });
}
