import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

/** The provider's iframe cannot read the page's CSS variables, so their values are passed in. */
export function useCardOptions(isDisabled: boolean): StripeCardElementOptions {
  const isDark = useSyncExternalStore(followScheme, isSchemeDark);
  return useMemo(() => ({ style: cardStyle(isDark), disabled: isDisabled }), [isDark, isDisabled]);
}

function cardStyle(isDark: boolean): StripeCardElementOptions['style'] {
  return {
    base: {
      color: token('--ink'),
      fontFamily: token('--face-text'),
      fontSize: '17px',
      fontSmoothing: 'antialiased',
      iconColor: token('--pine'),
      '::placeholder': { color: token('--ink-faint') },
      ':-webkit-autofill': { color: isDark ? '#1c2a24' : token('--ink') },
    },
    invalid: { color: token('--bad'), iconColor: token('--bad') },
  };
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const scheme = window.matchMedia('(prefers-color-scheme: dark)');

function isSchemeDark(): boolean {
  return scheme.matches;
}

function followScheme(listener: () => void): () => void {
  scheme.addEventListener('change', listener);
  return () => scheme.removeEventListener('change', listener);
}
