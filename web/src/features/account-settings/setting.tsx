import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import styles from './account-settings.module.css';

type Props = { title: string; isOpen: boolean; onOpen: () => void; children: ReactNode };

/** An expandable row that moves the focus into its panel and back. */
export function Setting({ title, isOpen, onOpen, children }: Props) {
  const headingId = useId();
  const place = useRef<HTMLLIElement>(null);
  useFocusOnToggle(place, isOpen);
  return (
    <li ref={place} className={styles['setting']}>
      {isOpen ? (
        <section aria-labelledby={headingId} className={styles['panel']}>
          <h3 id={headingId} tabIndex={-1}>
            {title}
          </h3>
          {children}
        </section>
      ) : (
        <button type="button" className={styles['row']} aria-expanded={false} onClick={onOpen}>
          {title}
          <svg viewBox="0 0 20 20" className={styles['chevron']} aria-hidden="true">
            <path d="M7.5 5l5 5-5 5" />
          </svg>
        </button>
      )}
    </li>
  );
}

/** Focuses the panel's first field or heading; returns to the row only if the focus was not moved elsewhere. */
function useFocusOnToggle(place: RefObject<HTMLElement | null>, isOpen: boolean) {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    if (isOpen) (find('input:not([hidden])') ?? find('h3'))?.focus();
    else if (document.activeElement === document.body) find('button')?.focus();
  }, [place, isOpen]);
}
