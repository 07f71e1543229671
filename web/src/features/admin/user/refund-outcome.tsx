import type { Purchase } from '@cairn/contracts/http/back-office.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { Outcome } from '../ui/outcome.tsx';
import { priceText } from './price-text.ts';

/** What Stripe answered, as far as the call waited for it. */
export function RefundOutcome({ purchase }: { purchase: Purchase }) {
  const { status, product_title } = purchase;
  const what = `${priceText(purchase)} for ${product_title}`;
  if (status === 'refunded') {
    return <Outcome tone="success">Stripe has refunded {what}. The user gets an email.</Outcome>;
  }
  if (status === 'refund_pending') {
    return (
      <Outcome tone="info">
        The refund of {what} is requested. Stripe has not confirmed it yet; it is repeated until it
        does, and the status here follows.
      </Outcome>
    );
  }
  return <Notice tone="error">Stripe refused the refund of {what}. Nothing was refunded.</Notice>;
}
