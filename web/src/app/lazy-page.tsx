import { type ComponentType, Fragment, lazy, type ReactNode, useState } from 'react';
import type { RouteObject } from 'react-router-dom';

/** The `handle` of routes that the build cannot render, because they need a login. */
export const PRIVATE = 'private';

type Provider = ComponentType<{ children: ReactNode }>;

/** With the routes below it that a chunk adds. */
type LoadedPage = ComponentType & { routes?: RouteObject[] };

type LazyPage = ComponentType & {
  /** Loads the page's chunks before its first use. */
  load(): Promise<LoadedPage>;
};

/** Like React's `lazy`, but renders synchronously if already loaded, so that hydration never suspends. */
export function lazyPage(
  importPage: () => Promise<LoadedPage>,
  importProvider: () => Promise<Provider> = async () => Fragment,
): LazyPage {
  let loaded: ComponentType | null = null;
  async function load() {
    const [Page, Provider] = await Promise.all([importPage(), importProvider()]);
    loaded = () => (
      <Provider>
        <Page />
      </Provider>
    );
    return Page;
  }
  const Waiting = lazy(async () => {
    await load();
    return { default: loaded ?? Fragment };
  });
  function Page() {
    const [Chosen] = useState<ComponentType>(() => loaded ?? Waiting);
    return <Chosen />;
  }
  return Object.assign(Page, { load });
}

/** A page that uses the query library, which is loaded with it. */
export function queryPage(importPage: () => Promise<ComponentType>): LazyPage {
  return lazyPage(importPage, () =>
    import('./query-client.tsx').then(({ QueryProvider }) => QueryProvider),
  );
}

export function isLazyPage(type: unknown): type is LazyPage {
  return typeof type === 'function' && 'load' in type;
}
