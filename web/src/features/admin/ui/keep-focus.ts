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

/**
 * When the focused element is removed or disabled, moves the focus to its nearest neighbour instead of the
 * top of the page. Returns a function that stops this.
 */
export function keepFocusIn(frame: HTMLElement): () => void {
  const root = document.getElementById('root');
  const stopped = new AbortController();
  const { signal } = stopped;
  let place: Place | null = null;
  function restoreFocus() {
    if (!place || root?.hasAttribute('inert')) return;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== place.element;
    const isThere = frame.contains(place.element) && !place.element.matches(':disabled');
    if (!isElsewhere && !isThere) restoredElement = focusBeside(place, frame);
  }
  const observer = new MutationObserver(restoreFocus);
  observer.observe(frame, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  // While a dialog covers the page, the page is inert; focus is restored when the dialog closes.
  if (root) observer.observe(root, { attributeFilter: ['inert'] });
  frame.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element) place = placeOf(target, frame);
    },
    { signal },
  );
  // A click on a non-focusable element clears the focus deliberately.
  function onPress({ type }: Event) {
    restoredElement = null;
    if (type === 'pointerdown') place = null;
  }
  document.addEventListener('pointerdown', onPress, { capture: true, signal });
  document.addEventListener('keydown', onPress, { capture: true, signal });
  return () => {
    observer.disconnect();
    stopped.abort();
  };
}

/** Whether the user has not placed the focus, so that a heading may take it. */
export function isFocusUnclaimed(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement === restoredElement;
}

function placeOf(element: Element, frame: HTMLElement): Place {
  const around: Place['around'] = [];
  for (let box = element.parentElement; box && frame.contains(box); box = box.parentElement)
    around.push({ box, index: Math.max(0, tabbablesIn(box).indexOf(element as HTMLElement)) });
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
