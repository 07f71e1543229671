import type { Page } from 'playwright-core';

export type Role = 'visitor' | 'player' | 'admin';
type Shot = {
  name: string;
  path: string;
  as?: Role;
  /** Brings the page into the state of the screenshot. */
  prepare?: (page: Page) => Promise<unknown>;
};

const PUBLIC: Shot[] = [
  ['home', '/'],
  ['about', '/about'],
  ['contact', '/contact'],
  ['hunts', '/hunts'],
  ['login', '/login'],
  ['signup', '/signup'],
  ['terms', '/terms'],
  ['risk-waiver', '/risk-waiver'],
  ['faq', '/faq'],
  ['privacy', '/privacy'],
  ['blog', '/blog'],
  ['blog-post', '/blog/post'],
  ['verify-email-failed', '/verify-email'],
  ['request-reset', '/request-reset'],
  ['reset-password-no-token', '/reset-password'],
  ['reset-password', '/reset-password?token=anything'],
  ['resend-verification', '/resend-verification'],
  ['stash-code', '/porterstash/secretcode'],
  ['unsubscribed', '/unsubscribe-success'],
  ['not-found', '/no/such/page'],
].map(([name = '', path = '']) => ({ name, path }));

const STATES: Shot[] = [
  { name: 'faq-open', path: '/faq#fair' },
  {
    name: 'login-errors',
    path: '/login',
    prepare: (page) => page.getByRole('main').getByRole('button', { name: 'Log In' }).click(),
  },
  {
    name: 'signup-errors',
    path: '/signup',
    prepare: (page) => page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click(),
  },
  {
    name: 'hunts-box',
    path: '/hunts',
    prepare: (page) => page.getByRole('button', { name: 'The Treasure Box' }).first().click(),
  },
  {
    name: 'hunts-sign-up-prompt',
    path: '/hunts',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Join this hunt for/ })
        .first()
        .click(),
  },
  {
    name: 'hunts-payment',
    path: '/hunts',
    as: 'player',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Join this hunt for/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).waitFor();
    },
  },
];

const MEMBERS: Shot[] = [
  { name: 'dashboard', path: '/dashboard', as: 'player' },
  { name: 'hunt', path: '/hunt/vt-troll-hunt', as: 'player' },
  { name: 'hunts-member', path: '/hunts', as: 'player' },
  { name: 'admin', path: '/admin', as: 'admin' },
];

export const SHOTS: readonly Shot[] = [...PUBLIC, ...STATES, ...MEMBERS];
