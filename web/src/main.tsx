import '@fontsource-variable/fraunces/opsz.css';
import '@fontsource-variable/source-sans-3/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadPage, loadPagesAhead } from './app/load-page.ts';

// What z.config({ jitless: true }) sets, before any chunk that holds zod is loaded: building a
// schema would otherwise try `new Function`, which our CSP reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (root) await show(root);
loadPagesAhead();

async function show(element: HTMLElement): Promise<void> {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (!element.hasChildNodes()) return createRoot(element).render(app);
  // What was rendered at build stays as it is until the page's own code is here.
  await loadPage(window.location.pathname).catch(() => undefined);
  // In small steps: a slow phone can scroll and follow a link meanwhile.
  startTransition(() => {
    hydrateRoot(element, app);
  });
}
