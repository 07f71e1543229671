import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';
import { expect, it } from 'vitest';
import {
  ALERTS,
  HUNT,
  HUNT_DATA,
  NON_MEMBER,
  PURCHASE,
  tokenFor,
  USER,
} from '../testing/samples.ts';
import {
  ok,
  pressed,
  refusal,
  type State,
  type StubbedAnswer,
  sent,
  showState,
  stubApi,
  until,
  WORDLESS,
} from '../testing/stage.tsx';

stubApi();

const COMMON: Partial<State> = {
  stored: { token: tokenFor(3600) },
  answers: {
    '/auth/verify': ok(USER),
    '/products': ok([HUNT]),
    '/hunt/data/': ok(HUNT_DATA),
    '/hunts/': refusal(404, 'There is no such hunt.'),
    '/account/alerts': ok(ALERTS),
    '/account/purchases': ok({ purchases: [PURCHASE] }),
  },
};

const FIRST: State[] = [
  { name: 'home', path: '/', texts: ['Go to Dashboard'] },
  {
    name: 'dashboard, loading',
    path: '/dashboard',
    answers: {
      '/products': 'not yet',
      '/account/alerts': 'not yet',
      '/account/purchases': 'not yet',
    },
    texts: ['Loading your hunts', 'Loading your alerts', 'Loading your purchases'],
  },
  {
    name: 'dashboard, offline',
    path: '/dashboard',
    answers: {
      '/products': 'nothing',
      '/account/alerts': 'nothing',
      '/account/purchases': 'nothing',
    },
    texts: [
      'You are offline. You stay logged in, and we try again by ourselves.',
      'The hunts could not be loaded.',
      'Your alerts could not be loaded.',
      'Your purchases could not be loaded.',
    ],
  },
  {
    name: 'dashboard, away',
    path: '/dashboard',
    answers: { '/auth/verify': WORDLESS },
    texts: ['Cairn cannot be reached just now. You stay logged in, and we try again by ourselves.'],
  },
  {
    name: 'dashboard, with a hunt',
    path: '/dashboard',
    texts: ['My Hunts (1)', 'View Details', 'View All Hunts', 'My Purchases', 'Completed'],
  },
  {
    name: 'sessions, about to end',
    path: '/dashboard',
    answers: { '/account/sessions': 'not yet' },
    act: pressed('Where you are logged in'),
    texts: ['Log out everywhere'],
  },
  {
    name: 'a hunt of others',
    path: `/hunt/${HUNT.handle}`,
    answers: { '/hunt/data/': refusal(403, 'Not yours.') },
    act: () =>
      until(() => expect(document.activeElement?.textContent).toContain('That hunt opens')),
    texts: ['Dashboard', 'That hunt opens for those who joined it.'],
  },
  {
    name: 'a hunt, at a bad time',
    path: `/hunt/${HUNT.handle}`,
    answers: { '/hunt/data/': WORDLESS },
    texts: ['That hunt could not be loaded just now. Please try again in a moment.'],
  },
];

const NOTICES: State[] = [
  ...(
    [
      ['bounce', 'alert', 'Our mail does not reach you'],
      ['spam', 'alert', 'Our mail was reported as spam'],
      ['spam', 'mailing', 'Our news was reported as spam'],
      ['unsubscribe', 'alert', 'You are unsubscribed from all email notifications'],
    ] as const
  ).map(([emailSuppressedBy, kind, text]) => ({
    name: `${kind} emails suppressed by ${emailSuppressedBy}`,
    path: '/dashboard',
    answers: {
      '/account/alerts': ok({ ...ALERTS, suppressedKinds: [kind], emailSuppressedBy }),
    },
    texts: [text],
  })),
  {
    name: 'alerts, none',
    path: '/dashboard',
    answers: { '/account/alerts': ok({ ...ALERTS, alerts: [] }) },
    texts: ['Alerts'],
  },
  {
    name: 'a phone that waits for its code, refused',
    path: '/dashboard',
    answers: {
      '/account/alerts': ok({ ...ALERTS, pendingPhone: '+18025550123' }),
      '/account/phone': refusal(400, 'That code is not right. Please check it and try again.'),
    },
    act: sent({ '6-digit code': '123456' }, 'Verify'),
    texts: ['That code is not right. Please check it and try again.'],
  },
  {
    name: 'a phone, about to go',
    path: '/dashboard',
    answers: { '/account/alerts': ok({ ...ALERTS, phone: '+18025550123', phoneVerified: true }) },
    act: pressed('Remove'),
    texts: ['Alerts by SMS end when the number is removed.', 'Keep it'],
  },
  {
    name: 'a phone, stopped',
    path: '/dashboard',
    answers: {
      '/account/alerts': ok({
        ...ALERTS,
        phone: '+18025550123',
        phoneVerified: true,
        smsSuppressed: true,
      }),
    },
    act: pressed('Change'),
    texts: ['You sent STOP from your phone'],
  },
];

const HUNT_PAGES: State[] = [
  {
    name: 'hunt, loading',
    path: `/hunt/${HUNT.handle}`,
    answers: { '/hunt/data/': 'not yet' },
    texts: ['Loading the hunt'],
  },
  {
    name: 'hunt, without an answer',
    path: `/hunt/${HUNT.handle}`,
    answers: { '/hunt/data/': 'nothing' },
    texts: ['The hunt could not be loaded, since Cairn gave no answer. Are you offline?'],
  },
  {
    name: 'hunt, before it begins',
    path: `/hunt/${HUNT.handle}`,
    answers: {
      '/hunt/data/': ok({ ...HUNT_DATA, status: 'upcoming' }),
      '/products': ok([{ ...HUNT, status: 'upcoming' }]),
    },
    texts: ['You are in. The hunt has not started yet; its first clue will be shown here.'],
  },
  {
    name: 'hunt, complete',
    path: `/hunt/${HUNT.handle}`,
    answers: {
      '/hunt/data/': ok({ ...HUNT_DATA, status: 'complete', completed_at: HUNT.hidden_at }),
      '/products': ok([{ ...HUNT, status: 'complete' }]),
    },
    texts: ['This hunt is complete', 'Complete'],
  },
  {
    name: 'hunts, of a member',
    path: '/hunts',
    texts: ['Go to Hunt'],
  },
  {
    name: 'paying, where the card provider does not come',
    path: '/hunts',
    answers: { '/auth/verify': ok(NON_MEMBER), '/config': 'nothing' },
    act: pressed(`Join this hunt for $20 ${HUNT.title}`),
    texts: ['The card form could not be loaded. Nothing was charged.'],
  },
  {
    name: 'paying, while the card provider comes',
    path: '/hunts',
    answers: { '/auth/verify': ok(NON_MEMBER), '/config': 'not yet' },
    act: pressed(`Join this hunt for $20 ${HUNT.title}`),
    texts: ['Loading the card form'],
  },
];

/** Outcomes of a payment that a reload interrupted. */
const ENDS: State[] = (
  [
    ['refunded', true, ok({ status: 'refunded' }), 'Your money goes back to you'],
    ['rejected', true, ok({ status: 'rejected' }), 'Your money goes back to you'],
    ['disputed', true, ok({ status: 'disputed' }), 'This payment is disputed'],
    [
      'stuck',
      true,
      refusal(409, 'This hunt has ended.'),
      'You were charged once, but your entry is not finished',
    ],
    [
      'of a logged-out user',
      false,
      refusal(401, 'Please log in again.'),
      'We could not find out whether you were charged',
    ],
  ] as [string, boolean, StubbedAnswer, string][]
).map(([how, isCharged, said, text]) => ({
  name: `a payment, ${how}`,
  path: '/hunts',
  stored: {
    pendingPayments: JSON.stringify([
      {
        userId: USER.id,
        productId: HUNT.id,
        paymentIntentId: 'pi_1234567890abcdef',
        isCharged,
        at: Date.now(),
      },
    ]),
  },
  answers: { '/auth/verify': ok(NON_MEMBER), '/record-purchase': said },
  texts: [text],
}));

const MONEY_BACK: [Partial<OwnPurchase>, string][] = [
  [{ status: 'refund_pending' }, 'A refund is on its way'],
  [{ status: 'disputed' }, 'This payment is disputed'],
  [{ status: 'disputed', dispute: 'lost' }, 'The dispute about this payment is closed'],
  [{ status: 'rejected' }, 'This payment came twice or too late'],
  [{ status: 'rejected', refunded_at: HUNT.hidden_at }, 'Refunded on November 1, 2026'],
];

const RECEIPTS: State[] = [
  {
    name: 'receipt, loading',
    path: `/receipt/${PURCHASE.id}`,
    answers: { '/account/purchases': 'not yet' },
    texts: ['Loading your receipt'],
  },
  {
    name: 'receipt, without an answer',
    path: `/receipt/${PURCHASE.id}`,
    answers: { '/account/purchases': 'nothing' },
    texts: ['Your purchases could not be loaded.'],
  },
  ...MONEY_BACK.map(([purchase, text]) => ({
    name: `receipt, ${Object.values(purchase).join(' ')}`,
    path: `/receipt/${PURCHASE.id}`,
    answers: { '/account/purchases': ok({ purchases: [{ ...PURCHASE, ...purchase }] }) },
    texts: [text],
  })),
];

it.each([...FIRST, ...NOTICES, ...HUNT_PAGES, ...ENDS, ...RECEIPTS])(
  '$name: shows its texts, and axe finds nothing',
  async (state) => {
    await showState(state, COMMON);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  },
);
