import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useMemo } from 'react';
import { useIsDark } from '../../lib/use-is-dark.ts';

/** The provider's iframe cannot read the page's CSS variables, so their values are passed in. */
export function useCardOptions(isDisabled: boolean): StripeCardElementOptions {
  const isDark = useIsDark();
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
