import { type ReactNode, useEffect, useRef } from 'react';
import styles from './notice.module.css';

type Tone = 'info' | 'success' | 'error';
type Props = {
  tone?: Tone;
  id?: string;
  title?: string;
  /** For a notice that replaces a form or dialog that had the focus. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** Errors interrupt a screen reader. Other notices are announced by their focus or in a LiveRegion. */
export function Notice({ tone = 'info', id, title, takesFocus = false, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div
      ref={box}
      id={id}
      tabIndex={takesFocus ? -1 : undefined}
      className={`${styles['notice']} ${styles[tone]}`}
      role={tone === 'error' ? 'alert' : takesFocus ? 'status' : undefined}
    >
      <svg className={styles['sign']} viewBox="0 0 20 20" aria-hidden="true">
        <path d={SIGNS[tone]} />
      </svg>
      <div className={styles['text']}>
        {title && <p className={styles['title']}>{title}</p>}
        {children}
      </div>
    </div>
  );
}

const SIGNS: Record<Tone, string> = {
  info: 'M10 9v5M10 6v.01',
  success: 'M6 10.5l2.7 2.7L14 7.3',
  error: 'M10 5.5v5.5M10 14v.01',
};
