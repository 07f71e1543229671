import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { closeVisitors, connectBrowser, openVisitor, type Visitor } from './browser.ts';
import {
  ALERTS,
  HUNT,
  HUNT_DATA,
  NON_MEMBER,
  ok,
  openStage,
  PURCHASE,
  pressed,
  refusal,
  type Stage,
  type State,
  sent,
  tokenFor,
  USER,
} from './state.ts';

// One state of each kind of notice and form, for contrast, layout and the content security policy. The texts
// of all states are tested without a browser, in web/src/app.

const site = inject('site');
const executablePath = inject('chromiumPath');
let browser: Browser;
let visitor: Visitor;
let stage: Stage;

beforeAll(async () => {
  browser = await connectBrowser();
  visitor = await openVisitor(browser, site.url);
  stage = await openStage(visitor.page);
});

afterAll(closeVisitors);

const VISITOR: State[] = [
  {
    name: 'login, refused',
    path: '/login',
    answers: { '/auth/login': refusal(429, 'Please try again in 3 minutes.') },
    act: sent({ Email: 'eve@example.com', Password: 'three stones' }, 'Log In'),
    texts: ['Please try again in 3 minutes.'],
  },
  {
    name: 'sign-up, empty',
    path: '/signup',
    act: pressed('Sign Up'),
    texts: ['All fields are required', 'You must agree to the Terms of Service'],
  },
  {
    name: 'hunts, offline',
    path: '/hunts',
    answers: { '/products': 'nothing' },
    texts: ['You are offline. We try again by ourselves.', 'The hunts could not be loaded.'],
  },
  {
    name: 'hunts, the box open',
    path: '/hunts',
    answers: { '/products': ok([HUNT]) },
    act: pressed(`The Treasure Box ${HUNT.title}`),
    texts: ['From the front'],
  },
  {
    name: 'claim, empty, where nothing else loads',
    path: `/hunt/${HUNT.handle}/claim`,
    answers: { '/products': 'nothing', '/hunts/': 'nothing' },
    act: pressed('Claim the treasure'),
    texts: ['Please enter the code from the box.', 'The fingerprint could not be loaded.'],
  },
];

const MEMBER: State[] = [
  {
    name: 'dashboard, loading',
    path: '/dashboard',
    answers: { '/products': 'not yet', '/account/alerts': 'not yet' },
    texts: ['Loading your hunts', 'Loading your alerts'],
  },
  {
    name: 'a phone that waits for its code, refused',
    path: '/dashboard',
    answers: {
      '/account/alerts': ok({
        ...ALERTS,
        pendingPhone: '+18025550123',
        suppressedKinds: ['alert'],
        emailSuppressedBy: 'bounce',
      }),
      '/account/phone': refusal(400, 'That code is not right. Please check it and try again.'),
    },
    act: sent({ '6-digit code': '123456' }, 'Verify'),
    texts: ['That code is not right. Please check it and try again.'],
  },
  {
    name: 'hunt, complete',
    path: `/hunt/${HUNT.handle}`,
    answers: {
      '/hunt/data/': ok({ ...HUNT_DATA, status: 'complete', completed_at: HUNT.hidden_at }),
      '/products': ok([{ ...HUNT, status: 'complete' }]),
    },
    texts: ['This hunt is complete'],
  },
  {
    name: 'paying',
    path: '/hunts',
    answers: { '/auth/verify': ok(NON_MEMBER) },
    act: async (page: Page) => {
      await pressed(`Join this hunt for $20 ${HUNT.title}`)(page);
      await page.getByLabel('Credit or debit card number').waitFor();
    },
    texts: [`Join ${HUNT.title}`, 'Pay $20', 'Cancel'],
  },
  {
    name: 'receipt, disputed',
    path: `/receipt/${PURCHASE.id}`,
    answers: { '/account/purchases': ok({ purchases: [{ ...PURCHASE, status: 'disputed' }] }) },
    texts: ['This payment is disputed'],
  },
];

const SESSION: Partial<State> = {
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

const AS_MEMBER = MEMBER.map((state) => ({
  ...SESSION,
  ...state,
  answers: { ...SESSION.answers, ...state.answers },
}));

describe.skipIf(!executablePath)('page states', () => {
  it.each([...VISITOR, ...AS_MEMBER])('$name: axe finds nothing', async (state) => {
    await stage.show(state);
    visitor.expectNoFaults();
  });
});
