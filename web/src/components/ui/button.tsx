import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** `primary` is the ember one: the act that matters on the page, once. */
type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  isWide?: boolean;
};

type ButtonProps = ComponentProps<'button'> & Look & { isBusy?: boolean };

export function Button({ isBusy = false, disabled, children, ...props }: ButtonProps) {
  const { variant, isWide, className, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={lookOf({ variant, isWide }, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
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
