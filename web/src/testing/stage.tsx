import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

type StubbedResponse = { status: number; json?: unknown; text?: string };
/** The stubbed outcome of a request: a response, a failed connection, or no response at all. */
export type StubbedAnswer = StubbedResponse | 'nothing' | 'not yet';

/** A page after certain responses, with the texts that it must show. */
export type State = {
  name: string;
  path: string;
  /** By the beginning of the path without `/api`. */
  answers?: Record<string, StubbedAnswer>;
  stored?: Record<string, string>;
  act?: () => Promise<unknown>;
  texts: string[];
};

/** Timeout by the real clock, for modules that load; each step also moves the page's clock. */
const TIMEOUT_MS = 40_000;
const STEP_MS = 100;
const realTimeout = globalThis.setTimeout;

const user = userEvent.setup({ delay: null });
let answers: Record<string, StubbedAnswer> = {};
const server = setupServer(http.all('*/api/*', ({ request }) => answer(new URL(request.url))));

/** Starts the stub of the API around the tests of a file. */
export function stubApi(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterAll(() => server.close());
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.stubGlobal('EventSource', ClosedStream);
    // Testing Library recognises fake timers by this name only:
    // https://github.com/testing-library/user-event/issues/1115
    vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** Renders the whole app at the path, after the responses, and asserts its texts and that axe finds nothing. */
export async function showState(state: State, common: Partial<State> = {}): Promise<void> {
  answers = { '/products': ok([]), ...common.answers, ...state.answers };
  localStorage.clear();
  for (const [key, value] of Object.entries({ ...common.stored, ...state.stored })) {
    localStorage.setItem(key, value);
  }
  window.history.replaceState(null, '', state.path);
  // As in index.html.
  document.documentElement.lang = 'en';
  // The session and the caches live as long as a visit.
  vi.resetModules();
  const { App } = await import('../app/app.tsx');
  render(<App />);
  await state.act?.();
  for (const text of state.texts) await until(() => expectText(text));
  await expectAccessible();
}

/** Without the rules that need a layout, which `tests/e2e` checks in a browser. */
async function expectAccessible(): Promise<void> {
  const rules = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } };
  let results: axe.AxeResults | undefined;
  const running = axe.run(document, { resultTypes: ['violations'], preload: false, rules });
  void running.then((found) => {
    results = found;
  });
  // Axe uses the page's timers.
  const { violations } = await until(() => results ?? fail('axe has not finished'));
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
}

function fail(text: string): never {
  throw new Error(text);
}

/** Changes responses while the app is shown. */
export function changeAnswers(changes: Record<string, StubbedAnswer>): void {
  answers = { ...answers, ...changes };
}

/** Repeats the assertion while responses arrive and timers run, until it passes. */
export async function until<Result>(assertion: () => Result): Promise<Result> {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    try {
      return assertion();
    } catch {
      await act(async () => {
        await new Promise((resolve) => realTimeout(resolve, 1));
        await vi.advanceTimersByTimeAsync(STEP_MS);
      });
    }
  }
  return assertion();
}

function expectText(text: string): void {
  // Unlike getByText, this does not print the page at each attempt.
  if (screen.queryAllByText(text).length === 0) {
    throw new Error(`The page does not show "${text}" but ${document.body.textContent}`);
  }
}

/** Presses a button in the main part of the page. */
export const pressed = (name: string) => async () => {
  await user.click(await until(() => buttonOf(name)));
};

/** Fills fields by their labels, then presses the button. */
export const sent = (fields: Record<string, string>, button: string) => async () => {
  for (const [label, value] of Object.entries(fields)) {
    await user.type(await until(() => fieldOf(label)), value);
  }
  for (const box of screen.queryAllByRole('checkbox')) await user.click(box);
  await pressed(button)();
};

function fieldOf(label: string): HTMLElement {
  const [field] = screen.queryAllByLabelText(label);
  if (!field) throw new Error(`The page has no field ${label}`);
  return field;
}

function buttonOf(name: string): HTMLElement {
  const main = document.querySelector('main');
  const button = screen
    .queryAllByRole('button', { name })
    .find((element) => main?.contains(element) && !element.matches(':disabled'));
  if (!button) throw new Error(`The page has no button ${name} that can be pressed`);
  return button;
}

export const ok = (json: unknown): StubbedResponse => ({ status: 200, json });
export const refusal = (status: number, error: string): StubbedResponse => ({
  status,
  json: { error, requestId: 'x' },
});
/** The response of a proxy in front of the gateway. */
export const WORDLESS: StubbedResponse = { status: 503, text: '<html>' };

async function answer({ pathname }: URL) {
  const path = pathname.replace('/api', '');
  const known = Object.keys(answers)
    .toSorted((one, other) => other.length - one.length)
    .find((start) => path.startsWith(start));
  const said = known ? answers[known] : undefined;
  if (!said) throw new Error(`The test has no answer for ${path}`);
  if (said === 'nothing') return HttpResponse.error();
  if (said === 'not yet') return delay('infinite');
  const { status, json, text } = said;
  if (json === undefined) return new HttpResponse(text, { status });
  return new HttpResponse(JSON.stringify(json), { status });
}

/** The live stream, which the stub does not have. */
class ClosedStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = ClosedStream.CLOSED;
  close(): void {}
}
