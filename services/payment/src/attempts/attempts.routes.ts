import { createPaymentIntent } from '@cairn/contracts/http/payments.ts';
import { centsFromDollars } from '@cairn/contracts/money.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Attempts } from './attempts.service.ts';

export function addAttemptRoutes(routes: Routes, attempts: Attempts): void {
  // The body's email is not used: the payer is the logged-in user, and notification sends the receipt.
  routes.add(createPaymentIntent, async ({ body, identity, request }) => ({
    clientSecret: await attempts.begin({
      userId: identity.userId,
      productId: body.productId,
      clientAddress: addressKey(clientAddress(request)),
      ...(body.shownPrice === undefined ? {} : { shownCents: centsFromDollars(body.shownPrice) }),
    }),
  }));
}
