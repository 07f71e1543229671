import { type ComponentType, lazy, useState } from 'react';

type LazyPage = ComponentType & {
  /** Fetches the page's chunk ahead of its first use. */
  load(): Promise<ComponentType>;
};

/** As React's `lazy`, but at once where it was loaded before, so that taking over a built page never waits. */
export function lazyPage(importPage: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | null = null;
  async function load() {
    loaded = await importPage();
    return loaded;
  }
  const Waiting = lazy(async () => ({ default: await load() }));
  function Page() {
    const [Chosen] = useState<ComponentType>(() => loaded ?? Waiting);
    return <Chosen />;
  }
  return Object.assign(Page, { load });
}

export function isLazyPage(type: unknown): type is LazyPage {
  return typeof type === 'function' && 'load' in type;
}
