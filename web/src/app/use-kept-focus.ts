import { useEffect } from 'react';

/** Who removes what had the focus may well say itself where it goes. */
const SETTLING_MS = 100;
const HEADINGS = 'h1, h2, h3';

/**
 * Where what had the focus leaves the page, the focus would fall to the top of it, unheard. It goes
 * into the form that took the place of another one, or else to the heading of where it was.
 */
export function useKeptFocus() {
  useEffect(() => {
    const main = document.getElementById('content');
    if (!main) return;
    let way: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      way = target instanceof Element ? wayUp(target, main) : [];
    };
    const observer = new MutationObserver(() => {
      if (way.length === 0 || way[0]?.isConnected) return;
      const lost = way;
      way = [];
      timer = setTimeout(() => {
        if (document.activeElement === document.body) focusNear(lost, main);
      }, SETTLING_MS);
    });
    main.addEventListener('focusin', remember);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      main.removeEventListener('focusin', remember);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function wayUp(from: Element, to: Element): Element[] {
  const above = from === to ? null : from.parentElement;
  return above ? [from, ...wayUp(above, to)] : [from];
}

function focusNear(lost: Element[], main: Element): void {
  const place = lost.find((element) => element.isConnected) ?? main;
  const wasInForm = lost.some((element) => element.tagName === 'FORM' && !element.isConnected);
  const field = wasInForm ? place.querySelector<HTMLElement>('form input:not([hidden])') : null;
  const goal = field ?? headingOf(place, main);
  if (goal && !goal.matches('input')) goal.tabIndex = -1;
  goal?.focus({ preventScroll: true });
}

/** The one that the place begins with, or the last one before it; of a whole page its own. */
function headingOf(place: Element, main: Element): HTMLElement | null {
  const first = place.firstElementChild;
  if (first instanceof HTMLElement && first.matches(HEADINGS)) return first;
  const before = [...main.querySelectorAll<HTMLElement>(HEADINGS)].filter(
    (heading) => heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return before.at(-1) ?? place.querySelector<HTMLElement>(HEADINGS);
}
