import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Follows the title for screen readers. */
  subject?: string;
  children: ReactNode;
  /** Ignores the backdrop and Escape. */
  isLocked?: boolean;
  size?: 'narrow' | 'broad';
  /** Focuses the first field or the dialog itself, so that a repeated Enter presses no button. */
  withoutInitialButtonFocus?: boolean;
};

/**
 * Radix's non-modal dialog; the page behind it is made inert here. The modal mode would also block the
 * overlay that the card provider opens for 3-D Secure.
 */
export function Dialog(props: Props) {
  const {
    isOpen,
    onClose,
    title,
    subject,
    children,
    isLocked,
    size = 'narrow',
    withoutInitialButtonFocus,
  } = props;
  const content = useRef<HTMLDivElement>(null);
  useInertPage(isOpen);
  function close() {
    if (!isLocked) onClose();
  }
  return (
    <Radix.Root open={isOpen} modal={false} onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape is the key for the same act */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for the same act */}
        <div className={styles['backdrop']} onClick={close}>
          <Radix.Content
            ref={content}
            className={`${styles['dialog']} ${styles[size]}`}
            aria-modal="true"
            aria-describedby={undefined}
            onClick={(event) => event.stopPropagation()}
            onInteractOutside={(event) => event.preventDefault()}
            onOpenAutoFocus={(event) => {
              if (!withoutInitialButtonFocus) return;
              event.preventDefault();
              const field = content.current?.querySelector<HTMLElement>(FIELDS);
              (field ?? content.current)?.focus();
            }}
            onCloseAutoFocus={(event) => event.preventDefault()}
          >
            <Radix.Title className={styles['title']}>
              {title}
              {subject && <VisuallyHidden> {subject}</VisuallyHidden>}
            </Radix.Title>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

const FIELDS = 'input, textarea, select';

/** Sticky actions stay in view in a dialog that is higher than the window. */
export function DialogActions({ children, isSticky }: { children: ReactNode; isSticky?: boolean }) {
  return (
    <div className={classNames(styles['actions'], isSticky && styles['sticky'])}>{children}</div>
  );
}

function useInertPage(isOpen: boolean) {
  const opener = useRef<Element | null>(null);
  // Read during render, because the page loses the focus when it becomes inert.
  if (!isOpen) opener.current = null;
  else opener.current ??= document.activeElement;
  useEffect(() => {
    if (!isOpen) return;
    const previousFocus = opener.current;
    const page = document.getElementById('root');
    page?.setAttribute('inert', '');
    const unlock = lockScroll();
    return () => {
      page?.removeAttribute('inert');
      unlock();
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, [isOpen]);
}

/** Keeps the space of the scrollbar, so that the layout does not shift. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  const hadScrollbar = window.innerWidth > clientWidth;
  style.overflow = 'hidden';
  style.scrollbarGutter = hadScrollbar ? 'stable' : '';
  return () => {
    style.overflow = '';
    style.scrollbarGutter = '';
  };
}
