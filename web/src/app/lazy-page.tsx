import { type ComponentType, lazy, useState } from 'react';

type LazyPage = ComponentType & {
  /** Loads the page's chunk before its first use. */
  load(): Promise<ComponentType>;
};

/** Like React's `lazy`, but renders synchronously if already loaded, so that hydration never suspends. */
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
