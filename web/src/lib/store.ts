import { useSyncExternalStore } from 'react';

/** State outside of React. All state shared by components of different pages is held in such stores. */
export type Store<State> = {
  get: () => State;
  /** The state of prerendered pages, and of the first render after them. */
  getAtBuild: () => State;
  set: (next: State) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<State>(initial: State, atBuild = initial): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    getAtBuild: () => atBuild,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The part of the state that `select` returns; it must return the same value for the same state. */
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.getAtBuild()),
  );
}
