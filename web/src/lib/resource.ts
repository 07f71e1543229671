import { useEffect } from 'react';
import { isTransient } from './api-error.ts';
import { reportErrors } from './connection-state.ts';
import { createStore, useStore } from './store.ts';

export type ResourceState<Data> = {
  data: Data | undefined;
  /** The error of the last load; null while there is no data and another load runs. */
  error: unknown;
  isFetching: boolean;
};

type Options<Data> = {
  load: (signal: AbortSignal) => Promise<Data>;
  /** Data to show until the first load has an answer. */
  readInitial?: () => Data | undefined;
  /** No load starts while this is false. */
  isEnabled?: () => boolean;
  /** How often a load is repeated after a transient error. */
  retries: number;
};

export type Resource<Data> = ReturnType<typeof createResource<Data>>;

const STALE_MS = 15_000;
const FIRST_RETRY_MS = 500;
const EMPTY = { data: undefined, error: null, isFetching: false };

/**
 * Data of every page, cached without the query library: loaded when a component uses it or the tab becomes
 * visible, unless it is fresh.
 */
export function createResource<Data>(options: Options<Data>) {
  const { load, readInitial = () => undefined, isEnabled = () => true, retries } = options;
  const store = createStore<ResourceState<Data>>({ ...EMPTY, data: readInitial() }, EMPTY);
  const source = { retryFailed: () => void refresh() };
  let users = 0;
  let freshUntil = 0;
  let running: AbortController | null = null;
  let newest = Promise.resolve();
  /** Made while a load runs, which may have read an older state. */
  let changes: ((data: Data) => Data)[] = [];

  function update(changed: Partial<ResourceState<Data>>) {
    store.set({ ...store.get(), ...changed });
    reportErrors(source, users > 0 ? [store.get().error] : []);
  }

  async function start(): Promise<void> {
    running?.abort();
    if (!isEnabled()) return;
    running = new AbortController();
    const { signal } = running;
    update({ isFetching: true, ...(store.get().data === undefined ? { error: null } : {}) });
    changes = [];
    try {
      const loaded = await loadWithRetries(() => load(signal), retries);
      if (signal.aborted) return;
      const data = changes.reduce<Data>((changed, change) => change(changed), loaded);
      freshUntil = Date.now() + STALE_MS;
      update({ data: keepEqual(store.get().data, data) as Data, error: null, isFetching: false });
    } catch (error) {
      if (signal.aborted) return;
      update({ error, isFetching: false });
    }
    running = null;
  }

  function loadIfStale() {
    if (!running && Date.now() >= freshUntil) void start();
  }

  function onVisible() {
    if (!document.hidden) loadIfStale();
  }

  /**
   * Loads again; a load that runs already may have read an older state and is aborted. Ends with the newest
   * load, which another call may have started.
   */
  async function refresh(): Promise<void> {
    freshUntil = 0;
    if (users === 0) return;
    newest = start();
    let last: Promise<void>;
    do {
      last = newest;
      await last;
    } while (last !== newest);
  }

  return {
    store,
    refresh,
    /** Changes loaded data, and the answer of a load that runs. */
    change(next: (data: Data) => Data) {
      if (running) changes.push(next);
      const { data } = store.get();
      if (data !== undefined) update({ data: next(data) });
    },
    /** Removes the data, for example that of another session. */
    reset() {
      running?.abort();
      running = null;
      freshUntil = 0;
      store.set({ ...EMPTY, data: readInitial() });
      reportErrors(source, []);
      if (users > 0) loadIfStale();
    },
    /** Keeps the data up to date until the returned function is called. */
    attach(): () => void {
      users += 1;
      if (users === 1) document.addEventListener('visibilitychange', onVisible);
      loadIfStale();
      return () => {
        users -= 1;
        if (users > 0) return;
        document.removeEventListener('visibilitychange', onVisible);
        reportErrors(source, []);
      };
    },
  };
}

export function useResource<Data>({ store, attach }: Resource<Data>): ResourceState<Data> {
  useEffect(attach, [attach]);
  return useStore(store, (state) => state);
}

async function loadWithRetries<Data>(load: () => Promise<Data>, retries: number): Promise<Data> {
  for (let count = 0; ; count += 1) {
    try {
      return await load();
    } catch (error) {
      if (count >= retries || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_MS * 2 ** count));
    }
  }
}

/** Equal data, and equal items of a list, keep their identity, so that nothing of them is rendered again. */
function keepEqual(before: unknown, next: unknown): unknown {
  if (JSON.stringify(before) === JSON.stringify(next)) return before;
  if (!Array.isArray(before) || !Array.isArray(next)) return next;
  return next.map((item, index) => keepEqual(before[index], item));
}
