import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isFocusUnclaimed, keepFocusOnHeading, keepFocusOnNeighbour } from './keep-focus.ts';

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function show(html: string): HTMLElement {
  document.body.innerHTML = `<div id="root"><main>${html}</main></div>`;
  return find('main');
}

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}

const focused = () => document.activeElement?.id;

const LIST = '<ul><li><button id="a">A</button></li><li><button id="b">B</button></li></ul>';

it.each([
  ['removed', () => find('#a').remove()],
  ['disabled', () => find('#a').setAttribute('disabled', '')],
])('moves the focus of a %s element to its neighbour', async (_, lose) => {
  stop = keepFocusOnNeighbour(show(LIST));
  find('#a').focus();
  lose();
  await vi.waitFor(() => expect(focused()).toBe('b'));
  expect(isFocusUnclaimed()).toBe(true);
});

it('moves the focus to a neighbour once a dialog no longer covers the page', async () => {
  stop = keepFocusOnNeighbour(show(LIST));
  find('#a').focus();
  find('#root').setAttribute('inert', '');
  find('#a').remove();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(document.activeElement).toBe(document.body);
  find('#root').removeAttribute('inert');
  await vi.waitFor(() => expect(focused()).toBe('b'));
});

it('moves the focus to the nearest heading when its element is removed', async () => {
  const main = show(
    '<h1>Page</h1><section><h2 id="part">Part</h2><p><button>A</button></p></section><h2>End</h2>',
  );
  find('button').focus();
  stop = keepFocusOnHeading(main);
  find('p').remove();
  await vi.waitFor(() => expect(focused()).toBe('part'));
});

it('moves the focus to the form that replaced the removed one', async () => {
  stop = keepFocusOnHeading(
    show('<h1>Page</h1><section><form><input id="old" /></form></section>'),
  );
  find('#old').focus();
  find('section').innerHTML = '<form><input hidden /><input id="new" /></form>';
  await vi.waitFor(() => expect(focused()).toBe('new'));
});

it('leaves the focus where the code that removed the element has placed it', async () => {
  stop = keepFocusOnHeading(show(`<h1>Page</h1>${LIST}`));
  find('#a').focus();
  find('#a').remove();
  await Promise.resolve();
  find('#b').focus();
  vi.runAllTimers();
  expect(focused()).toBe('b');
});
