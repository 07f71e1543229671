import { expect, it } from 'vitest';
import { HUNT } from '../testing/samples.ts';
import {
  ok,
  pressed,
  refusal,
  type State,
  type StubbedAnswer,
  sent,
  showState,
  stubApi,
  WORDLESS,
} from '../testing/stage.tsx';

const BUSY = 'The river is high. Please try again in 3 minutes.';

stubApi();

/** An error with the server's text, one with the page's own text, and no response. */
function refusalsOf(
  form: Pick<State, 'name' | 'path' | 'act'> & { call: string },
  texts: { refused: string; failed: string },
): State[] {
  const cases: [string, StubbedAnswer, string][] = [
    ['refused', refusal(429, BUSY), BUSY],
    ['refused without a word', WORDLESS, texts.refused],
    ['without an answer', 'nothing', texts.failed],
  ];
  return cases.map(([how, said, text]) => ({
    ...form,
    name: `${form.name} ${how}`,
    answers: { [form.call]: said },
    texts: [text],
  }));
}

const LOGIN = sent({ Email: 'eve@example.com', Password: 'three stones' }, 'Log In');
const SIGN_UP = sent(
  {
    Email: 'eve@example.com',
    Password: 'three stones stacked',
    'Confirm Password': 'three stones stacked',
  },
  'Sign Up',
);
const CONTACT = sent(
  { Name: 'Eve', Email: 'eve@example.com', Message: 'Where is it?' },
  'Send Message',
);
const STASH = sent({ 'Secret code': 'quartz' }, 'Submit Code');

const ACCOUNT_FORMS: State[] = [
  {
    name: 'login, empty',
    path: '/login',
    act: pressed('Log In'),
    texts: ['Email and password are required'],
  },
  {
    name: 'login, on its way',
    path: '/login',
    answers: { '/auth/login': 'not yet' },
    act: LOGIN,
    texts: ['Logging in...'],
  },
  ...refusalsOf(
    { name: 'login', path: '/login', act: LOGIN, call: '/auth/login' },
    { refused: 'Login failed', failed: 'An error occurred during login' },
  ),
  {
    name: 'sign-up, empty',
    path: '/signup',
    act: pressed('Sign Up'),
    texts: [
      'All fields are required',
      'You must agree to the Terms of Service',
      'You must acknowledge and agree to the Risk Waiver',
    ],
  },
  {
    name: 'sign-up with two short passwords',
    path: '/signup',
    act: sent({ Email: 'eve@example.com', Password: 'stone', 'Confirm Password': 's' }, 'Sign Up'),
    texts: ['Password must be at least 8 characters long', 'Passwords do not match'],
  },
  {
    name: 'sign-up, on its way',
    path: '/signup',
    answers: { '/auth/signup': 'not yet' },
    act: SIGN_UP,
    texts: ['Signing up...'],
  },
  ...refusalsOf(
    { name: 'sign-up', path: '/signup', act: SIGN_UP, call: '/auth/signup' },
    { refused: 'Signup failed', failed: 'An error occurred during signup' },
  ),
  {
    name: 'sign-up, sent',
    path: '/signup',
    answers: { '/auth/signup': { status: 201, json: { message: 'ok' } } },
    act: SIGN_UP,
    texts: ['Check your email', 'ask for a new link'],
  },
  {
    name: 'verification without a token',
    path: '/verify-email',
    texts: ['Verification Failed', 'Verification token is missing', 'Back to Sign Up'],
  },
  {
    name: 'verification, on its way',
    path: '/verify-email?token=x',
    answers: { '/auth/verify-email': 'not yet' },
    texts: ['Verifying your email'],
  },
];

const MESSAGES: State[] = [
  {
    name: 'contact, empty',
    path: '/contact',
    act: pressed('Send Message'),
    texts: ['Your name is required', 'A message is required'],
  },
  {
    name: 'contact, on its way',
    path: '/contact',
    answers: { '/contact': 'not yet' },
    act: CONTACT,
    texts: ['Sending...'],
  },
  ...refusalsOf(
    { name: 'contact', path: '/contact', act: CONTACT, call: '/contact' },
    {
      refused: 'Something went wrong. Please try again.',
      failed: 'An error occurred. Please try again.',
    },
  ).slice(1),
  {
    name: 'stash, on its way',
    path: '/porterstash/secretcode',
    answers: { '/porter-stash-code': 'not yet' },
    act: STASH,
    texts: ['Verifying...'],
  },
  ...refusalsOf(
    {
      name: 'stash',
      path: '/porterstash/secretcode',
      act: STASH,
      call: '/porter-stash-code',
    },
    {
      refused: 'Failed to verify code',
      failed: 'Failed to verify code. Cairn did not answer: are you online?',
    },
  ).slice(1),
];

const HUNTS: State[] = [
  {
    name: 'home, loading',
    path: '/',
    answers: { '/products': 'not yet' },
    texts: ['Loading the hunts'],
  },
  {
    name: 'home, away',
    path: '/',
    answers: { '/products': WORDLESS },
    texts: ['Cairn cannot be reached just now. We try again by ourselves.'],
  },
  {
    name: 'hunts, loading',
    path: '/hunts',
    answers: { '/products': 'not yet' },
    texts: ['Loading the hunts'],
  },
  {
    name: 'hunts, offline',
    path: '/hunts',
    answers: { '/products': 'nothing' },
    texts: ['You are offline. We try again by ourselves.', 'The hunts could not be loaded.'],
  },
  {
    name: 'hunts, none',
    path: '/hunts',
    answers: { '/products': ok([]) },
    texts: ['No treasure is hidden right now. The next hunt will be shown here.'],
  },
  {
    name: 'hunts, of every status',
    path: '/hunts',
    answers: {
      '/products': ok([
        { ...HUNT, status: 'upcoming' },
        { ...HUNT, id: `${HUNT.id.slice(0, -1)}9`, handle: 'old-hunt', status: 'complete' },
      ]),
    },
    texts: ['This hunt has not started yet.', 'Upcoming', 'Past hunts (1)'],
  },
  {
    name: 'hunts, the box open',
    path: '/hunts',
    answers: { '/products': ok([HUNT]) },
    act: pressed(`The Treasure Box ${HUNT.title}`),
    texts: ['This is what you are looking for: a wooden box of 4 by 3 inches.', 'From the front'],
  },
  {
    name: 'claim, before the hunt',
    path: `/hunt/${HUNT.handle}/claim`,
    answers: { '/products': ok([{ ...HUNT, status: 'upcoming' }]), '/hunts/': refusal(404, 'no') },
    texts: ['This hunt has not started yet'],
  },
  {
    name: 'claim, empty, where nothing else loads',
    path: `/hunt/${HUNT.handle}/claim`,
    answers: { '/products': 'nothing', '/hunts/': 'nothing' },
    act: pressed('Claim the treasure'),
    texts: ['Please enter the code from the box.', 'The fingerprint could not be loaded.'],
  },
  {
    name: 'claim, too often',
    path: `/hunt/${HUNT.handle}/claim`,
    answers: {
      '/products': ok([HUNT]),
      '/hunts/': refusal(404, 'no'),
      [`/hunts/${HUNT.handle}/claim`]: refusal(429, BUSY),
    },
    act: sent({ 'Treasure code': 'oak' }, 'Claim the treasure'),
    texts: [BUSY],
  },
];

it.each([...ACCOUNT_FORMS, ...MESSAGES, ...HUNTS])(
  '$name: shows its texts, and axe finds nothing',
  async (state) => {
    await showState(state);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  },
);
