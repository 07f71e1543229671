import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchArea } from './search-area.tsx';

const AREA = { lat: 42.64, lng: -72.93, radius_m: 12_000 };
const HUNT = { handle: 'fern-hunt', title: 'The Fern Hunt' };

/** Of the map's chunk, as a browser fetches it. */
const chunk = vi.hoisted(() => ({ fetches: 0, isOffline: false }));
vi.mock('./area-map.tsx', async () => ({
  get AreaMap() {
    chunk.fetches += 1;
    if (chunk.isOffline) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>The live map</p>;
  },
}));

let showInViewport: () => void;
let finishWork: () => void;

beforeEach(() => {
  Object.assign(chunk, { fetches: 0, isOffline: false });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        showInViewport = () => act(() => report([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    finishWork = () => act(callback);
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => {});
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  render(<SearchArea area={AREA} previous={[]} hunt={HUNT} />);
}

it('loads the map once it is in view and the main thread is idle', async () => {
  show();
  expect(screen.getByText('The circle: 12 km (7.5 miles) around 42.64° N, 72.93° W')).toBeTruthy();
  showInViewport();
  expect(chunk.fetches).toBe(0);
  finishWork();
  await screen.findByText('The live map');
  expect(chunk.fetches).toBe(1);
});

it('keeps the rest of the page if the map cannot be loaded, and loads it again', async () => {
  chunk.isOffline = true;
  show();
  showInViewport();
  finishWork();
  await screen.findByText('The map could not be loaded. Try again, or load the page again.');
  expect(screen.getByRole('link', { name: /^Open in Maps/ })).toBeTruthy();
  chunk.isOffline = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The live map');
  expect(
    screen.queryByText('The map could not be loaded. Try again, or load the page again.'),
  ).toBeNull();
});
