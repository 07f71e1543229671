import type { ComponentProps, MouseEvent } from 'react';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';

/** `primary` has the accent colour; at most one per page, for its main action. */
type Appearance = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  isWide?: boolean;
};

type ButtonProps = ComponentProps<'button'> &
  Appearance & {
    isBusy?: boolean;
    /** Replaces the content while busy. The button is as wide as the longer of both, so it does not move. */
    busyText?: string;
    /** Ignores the second click of a double click, which arrives before the busy state renders. */
    ignoresDoubleClick?: boolean;
  };

/**
 * A busy button stays focusable, so it is not disabled but ignores clicks. A submit button is disabled until
 * hydration: otherwise the browser would submit the form natively, with all fields in the URL.
 */
export function Button({ isBusy = false, busyText, onClick, children, ...props }: ButtonProps) {
  const {
    variant,
    isWide,
    className,
    ignoresDoubleClick = props.type === 'submit',
    ...rest
  } = props;
  const isBeforeHydration = !useIsHydrated() && props.type === 'submit';
  function onPress(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy || (ignoresDoubleClick && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={classNameOf({ variant, isWide }, className)}
      disabled={rest.disabled || isBeforeHydration}
      data-hydrating={isBeforeHydration || undefined}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={onPress}
    >
      {busyText ? (
        <span className={styles['both']}>
          <span className={isBusy ? styles['hidden'] : undefined}>{children}</span>
          <span className={isBusy ? undefined : styles['hidden']}>
            <Spinner />
            {busyText}
          </span>
        </span>
      ) : (
        <>
          {isBusy && <Spinner />}
          {children}
        </>
      )}
    </button>
  );
}

function Spinner() {
  return <span className={styles['spinner']} aria-hidden="true" />;
}

export function LinkButton({ variant, isWide, className, ...rest }: LinkProps & Appearance) {
  return <Link {...rest} className={classNameOf({ variant, isWide }, className)} />;
}

function classNameOf({ variant = 'secondary', isWide }: Appearance, className?: string): string {
  return classNames(styles['button'], styles[variant], isWide && styles['wide'], className);
}
