import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './dialog.module.css';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** While true neither the backdrop nor Escape closes it. */
  isLocked?: boolean;
  size?: 'narrow' | 'broad';
  /** Opens on its first field or on nothing, so that an Enter too many presses no button. */
  withoutInitialButtonFocus?: boolean;
};

/**
 * Radix' dialog in its non-modal mode, with the page behind it made inert by us. Its modal mode
 * would also lock out what a card provider lays over the page to ask for 3-D Secure.
 */
export function Dialog(props: Props) {
  const {
    isOpen,
    onClose,
    title,
    children,
    isLocked,
    size = 'narrow',
    withoutInitialButtonFocus,
  } = props;
  const content = useRef<HTMLDivElement>(null);
  usePageBehindInert(isOpen);
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
            <Radix.Title className={styles['title']}>{title}</Radix.Title>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

const FIELDS = 'input, textarea, select';

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}

function usePageBehindInert(isOpen: boolean) {
  const opener = useRef<Element | null>(null);
  // Asked for while rendering, since the page loses its focus as soon as it is inert.
  if (!isOpen) opener.current = null;
  else opener.current ??= document.activeElement;
  useEffect(() => {
    if (!isOpen) return;
    const wayBack = opener.current;
    const page = document.getElementById('root');
    page?.setAttribute('inert', '');
    const unlock = lockScroll();
    return () => {
      page?.removeAttribute('inert');
      unlock();
      if (wayBack instanceof HTMLElement) wayBack.focus();
    };
  }, [isOpen]);
}

/** The room of a scrollbar is kept, so that nothing jumps. */
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
