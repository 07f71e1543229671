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

/** An element, and which one it was in each box around it. */
type Place = { element: Element; around: { box: Element; index: number }[] };

let placed: Element | null = null;

/**
 * When what has the focus goes or is switched off, as a button does by its own act, the keyboard goes on
 * beside where it was, not at the top of the page. Answers how to end that.
 */
export function keepFocusIn(frame: HTMLElement): () => void {
  const root = document.getElementById('root');
  const ended = new AbortController();
  const { signal } = ended;
  let place: Place | null = null;
  function mend() {
    if (!place || root?.hasAttribute('inert')) return;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== place.element;
    const isThere = frame.contains(place.element) && !place.element.matches(':disabled');
    if (!isElsewhere && !isThere) placed = focusBeside(place, frame);
  }
  const observer = new MutationObserver(mend);
  observer.observe(frame, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  // A dialog lies over the page: what it led to is seen when it has gone.
  if (root) observer.observe(root, { attributeFilter: ['inert'] });
  frame.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element) place = placeOf(target, frame);
    },
    { signal },
  );
  // A click on nothing takes the focus away for good.
  function onPress({ type }: Event) {
    placed = null;
    if (type === 'pointerdown') place = null;
  }
  document.addEventListener('pointerdown', onPress, { capture: true, signal });
  document.addEventListener('keydown', onPress, { capture: true, signal });
  return () => {
    observer.disconnect();
    ended.abort();
  };
}

/** Whether nobody has put the focus where it is: a heading may take it. */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement === placed;
}

function placeOf(element: Element, frame: HTMLElement): Place {
  const around: Place['around'] = [];
  for (let box = element.parentElement; box && frame.contains(box); box = box.parentElement)
    around.push({ box, index: Math.max(0, tabbablesIn(box).indexOf(element as HTMLElement)) });
  return { element, around };
}

/** In the smallest box that is still there, what now stands where it stood. */
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
