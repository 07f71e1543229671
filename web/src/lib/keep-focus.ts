// The browser resets the focus to the top of the page when the focused element is removed. Both functions named
// keepFocus… move it to an element near the removed one instead, and return a function that stops this.

/** Time for the code that removed the element to place the focus itself. */
const SETTLING_MS = 100;
const HEADINGS = 'h1, h2, h3';
const TABBABLE = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  'summary',
  '[tabindex="0"]',
  '[contenteditable="true"]',
]
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join();

/** An element and its index among the tabbable elements of each ancestor. */
type Place = { element: Element; around: { box: Element; index: number }[] };

let restoredElement: Element | null = null;

/** For lists and tables: moves the focus of a removed or disabled element to its nearest neighbour at once. */
export function keepFocusOnNeighbour(frame: HTMLElement): () => void {
  const root = document.getElementById('root');
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  let place: Place | null = null;
  function restoreFocus() {
    if (!place || root?.hasAttribute('inert')) return;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== place.element;
    const isThere = frame.contains(place.element) && !place.element.matches(':disabled');
    if (!isElsewhere && !isThere) restoredElement = focusBeside(place, frame);
  }
  const observer = observeFocus(frame, stopped.signal, restoreFocus, (element) => {
    place = placeOf(element, frame);
  });
  // While a dialog covers the page, the page is inert; focus is restored when the dialog closes.
  if (root) observer.observe(root, { attributeFilter: ['inert'] });
  // A click on a non-focusable element clears the focus deliberately.
  function onPress({ type }: Event) {
    restoredElement = null;
    if (type === 'pointerdown') place = null;
  }
  document.addEventListener('pointerdown', onPress, options);
  document.addEventListener('keydown', onPress, options);
  return () => stopped.abort();
}

/** For whole pages: moves the focus to the form that replaced a removed one, or otherwise to the nearest heading. */
export function keepFocusOnHeading(main: HTMLElement): () => void {
  const stopped = new AbortController();
  let ancestors = ancestorsOf(document.activeElement, main);
  let timer: ReturnType<typeof setTimeout> | undefined;
  function restoreFocus() {
    if (ancestors.length === 0 || ancestors[0]?.isConnected) return;
    const lost = ancestors;
    ancestors = [];
    timer = setTimeout(() => {
      if (document.activeElement === document.body) focusNear(lost, main);
    }, SETTLING_MS);
  }
  observeFocus(main, stopped.signal, restoreFocus, (element) => {
    ancestors = ancestorsOf(element, main);
  });
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}

/** Whether the user has not placed the focus, so that a heading may take it. */
export function isFocusUnclaimed(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement === restoredElement;
}

/** Reports each focused element of the frame, and removed or disabled elements. */
function observeFocus(
  frame: HTMLElement,
  signal: AbortSignal,
  onChange: () => void,
  onFocus: (element: Element) => void,
): MutationObserver {
  const observer = new MutationObserver(onChange);
  observer.observe(frame, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  signal.addEventListener('abort', () => observer.disconnect());
  frame.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element) onFocus(target);
    },
    { signal },
  );
  return observer;
}

/** The element and its ancestors in the frame, which is the last. */
function ancestorsOf(element: Element | null, frame: HTMLElement): Element[] {
  const found: Element[] = [];
  let box = frame.contains(element) ? element : null;
  while (box) {
    found.push(box);
    box = box === frame ? null : box.parentElement;
  }
  return found;
}

function placeOf(element: Element, frame: HTMLElement): Place {
  const around = ancestorsOf(element.parentElement, frame).map((box) => ({
    box,
    index: Math.max(0, tabbablesIn(box).indexOf(element as HTMLElement)),
  }));
  return { element, around };
}

/** Focuses the element at the same index in the closest ancestor that still exists. */
function focusBeside({ around }: Place, frame: HTMLElement): Element | null {
  for (const { box, index } of around) {
    const found = frame.contains(box) ? tabbablesIn(box) : [];
    const next = found[Math.min(index, found.length - 1)];
    if (!next) continue;
    next.focus();
    return next;
  }
  return null;
}

function tabbablesIn(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) => element.getClientRects().length > 0,
  );
}

function focusNear(lost: Element[], main: Element): void {
  const place = lost.find((element) => element.isConnected) ?? main;
  const wasInForm = lost.some((element) => element.tagName === 'FORM' && !element.isConnected);
  const field = wasInForm ? place.querySelector<HTMLElement>('form input:not([hidden])') : null;
  const target = field ?? headingOf(place, main);
  if (target && !target.matches('input')) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

/** The heading at the start of the element, otherwise the last one before it, otherwise the first inside. */
function headingOf(place: Element, main: Element): HTMLElement | null {
  const first = place.firstElementChild;
  if (first instanceof HTMLElement && first.matches(HEADINGS)) return first;
  const before = [...main.querySelectorAll<HTMLElement>(HEADINGS)].filter(
    (heading) => heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return before.at(-1) ?? place.querySelector<HTMLElement>(HEADINGS);
}
