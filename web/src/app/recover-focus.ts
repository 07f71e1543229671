/** Time for the code that removed the element to place the focus itself. */
const SETTLING_MS = 100;
const HEADINGS = 'h1, h2, h3';

/**
 * When the focused element is removed from the page, the browser silently resets the focus to the top. This moves
 * it to the form that replaced the old one, or otherwise to the nearest heading.
 */
export function recoverFocus(main: HTMLElement): () => void {
  let ancestors: Element[] = ancestorsOfFocus(main);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const recordFocus = () => {
    ancestors = ancestorsOfFocus(main);
  };
  const observer = new MutationObserver(() => {
    if (ancestors.length === 0 || ancestors[0]?.isConnected) return;
    const lost = ancestors;
    ancestors = [];
    timer = setTimeout(() => {
      if (document.activeElement === document.body) focusNear(lost, main);
    }, SETTLING_MS);
  });
  main.addEventListener('focusin', recordFocus);
  observer.observe(main, { childList: true, subtree: true });
  return () => {
    main.removeEventListener('focusin', recordFocus);
    observer.disconnect();
    clearTimeout(timer);
  };
}

function ancestorsOfFocus(main: HTMLElement): Element[] {
  const { activeElement } = document;
  return activeElement && main.contains(activeElement) ? ancestorsUpTo(activeElement, main) : [];
}

function ancestorsUpTo(from: Element, to: Element): Element[] {
  const above = from === to ? null : from.parentElement;
  return above ? [from, ...ancestorsUpTo(above, to)] : [from];
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
