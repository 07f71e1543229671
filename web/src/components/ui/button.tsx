import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** `primary` is the ember one: the act that matters on the page, once. */
type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  isWide?: boolean;
};

type ButtonProps = ComponentProps<'button'> &
  Look & {
    isBusy?: boolean;
    /** A double click is one click: its second half comes before anybody knows that it is busy. */
    ignoresDoubleClick?: boolean;
  };

/**
 * A busy button keeps the focus, so it is not disabled; it only does nothing. One that sends a form
 * sleeps until our code is here: the browser itself would put all fields into the address.
 */
export function Button({ isBusy = false, onClick, children, ...props }: ButtonProps) {
  const {
    variant,
    isWide,
    className,
    ignoresDoubleClick = props.type === 'submit',
    ...rest
  } = props;
  const isAsleep = !useIsHydrated() && props.type === 'submit';
  function act(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy || (ignoresDoubleClick && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={lookOf({ variant, isWide }, className)}
      disabled={rest.disabled || isAsleep}
      data-asleep={isAsleep || undefined}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={act}
    >
      {isBusy && <span className={styles['spinner']} aria-hidden="true" />}
      {children}
    </button>
  );
}

export function LinkButton({
  variant,
  isWide,
  className,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={lookOf({ variant, isWide }, className)} />;
}

function lookOf({ variant = 'secondary', isWide }: Look, className?: string): string {
  return classNames(styles['button'], styles[variant], isWide && styles['wide'], className);
}
