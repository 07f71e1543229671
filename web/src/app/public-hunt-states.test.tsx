import type { PublicHunt } from '@cairn/contracts/http/public-hunts.ts';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HUNT, NON_MEMBER, tokenFor, USER } from '../testing/samples.ts';
import {
  changeAnswers,
  ok,
  pressed,
  refusal,
  type State,
  showState,
  stubApi,
  until,
  WORDLESS,
} from '../testing/stage.tsx';

stubApi();

const PATH = `/hunts/${HUNT.handle}`;
const DETAILS: PublicHunt = {
  ...HUNT,
  story: 'The ferns keep a secret.',
  rules: 'Stay on public land.\nDig nothing.',
  completed_at: null,
  clues_released: 0,
  updates_released: 0,
  report: null,
};
const COMPLETE = { status: 'complete', completed_at: '2026-11-20T10:00:00.000Z' } as const;
const NO_HUNT = refusal(404, 'There is no such hunt.');
const COMMON: Partial<State> = {
  answers: {
    '/auth/verify': ok(NON_MEMBER),
    '/products': ok([HUNT]),
    [PATH]: ok(DETAILS),
    [`${PATH}/fairness`]: NO_HUNT,
  },
};
const SIGNED_IN = { token: tokenFor(3600), user: JSON.stringify(NON_MEMBER) };

const PUBLIC_PAGE: State[] = [
  {
    name: 'loading',
    path: PATH,
    answers: { '/products': 'not yet', [PATH]: 'not yet' },
    texts: ['Loading the hunt'],
  },
  {
    name: 'story loading',
    path: PATH,
    answers: { [PATH]: 'not yet', [`${PATH}/fairness`]: 'not yet' },
    texts: [HUNT.description, 'Loading the story', 'Loading the fingerprint'],
  },
  {
    name: 'offline',
    path: PATH,
    answers: { '/products': 'nothing', [PATH]: 'nothing' },
    texts: ['You are offline. We try again by ourselves.', 'This hunt could not be loaded.'],
  },
  {
    name: 'unavailable, with the hunt from the list',
    path: PATH,
    answers: { [PATH]: WORDLESS, [`${PATH}/fairness`]: WORDLESS },
    texts: [
      'Cairn cannot be reached just now. We try again by ourselves.',
      'The story and the rules could not be loaded.',
      'The fingerprint could not be loaded.',
    ],
  },
  {
    name: 'unknown',
    path: PATH,
    answers: { '/products': ok([]), [PATH]: NO_HUNT },
    texts: ['Go to Home'],
  },
  {
    name: 'without a story, rules and clues',
    path: PATH,
    answers: { [PATH]: ok({ ...DETAILS, story: '', rules: '' }) },
    texts: [
      'No clue is out yet. Clues come about once a week, for everyone at the same moment.',
      'Nothing has been fixed yet: that happens when the hunt opens.',
    ],
  },
  {
    name: 'upcoming',
    path: PATH,
    answers: {
      '/products': ok([{ ...HUNT, status: 'upcoming' }]),
      [PATH]: ok({ ...DETAILS, status: 'upcoming' }),
    },
    texts: ['This hunt has not started yet.', 'The clues come out when the hunt has started.'],
  },
  {
    name: 'complete, without a report',
    path: PATH,
    answers: {
      '/products': ok([{ ...HUNT, status: 'complete' }]),
      [PATH]: ok({ ...DETAILS, ...COMPLETE }),
    },
    texts: [
      'This hunt is complete.',
      'The winner’s story and the solutions of the clues are not published yet.',
    ],
  },
  {
    name: 'complete, with a report',
    path: PATH,
    answers: {
      '/products': ok([{ ...HUNT, status: 'complete' }]),
      [PATH]: ok({
        ...DETAILS,
        ...COMPLETE,
        report: {
          winner_name: 'Ann',
          story_html: '<p>It lay below the root.</p>',
          solutions: [{ number: 1, title: 'The mill', body_html: '<p>The old mill.</p>' }],
        },
      }),
    },
    texts: ['How Ann found the box', 'It lay below the root.', 'Clue 1: The mill'],
  },
  {
    name: 'complete, with a report that cannot be loaded',
    path: PATH,
    answers: { '/products': ok([{ ...HUNT, status: 'complete' }]), [PATH]: 'nothing' },
    texts: ['This hunt is complete.', 'The story and the rules could not be loaded.'],
  },
  {
    name: 'of a member',
    path: PATH,
    stored: { token: tokenFor(3600), user: JSON.stringify(USER) },
    answers: { '/auth/verify': ok(USER) },
    texts: ['Go to Hunt'],
  },
];

const DASHBOARD_ANSWERS = {
  '/account/alerts': ok({ alerts: [], suppressedKinds: [] }),
  '/account/purchases': ok({ purchases: [] }),
};
const OFFER = `Finish joining ${HUNT.title}, $20`;

function dashboard(state: Pick<State, 'name' | 'texts'> & Partial<State>): State {
  return {
    path: '/dashboard',
    ...state,
    stored: { ...SIGNED_IN, huntToJoin: HUNT.handle, ...state.stored },
    answers: { ...DASHBOARD_ANSWERS, ...state.answers },
  };
}

const FINISH_JOINING: State[] = [
  dashboard({
    name: 'Finish joining, loading',
    answers: { '/products': 'not yet' },
    texts: ['Loading the hunt', 'Loading your hunts'],
  }),
  dashboard({
    name: 'Finish joining',
    texts: [OFFER, 'Nothing bought yet. The receipts of your hunts come here.'],
  }),
];

it.each([...PUBLIC_PAGE, ...FINISH_JOINING])(
  '$name: shows its texts, and axe finds nothing',
  async (state) => {
    await showState(state, COMMON);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  },
);

it('the public page loads the story again after a failure', async () => {
  const failed: State = {
    name: 'failed',
    path: PATH,
    answers: { [PATH]: refusal(400, 'Broken.') },
    texts: ['The story and the rules could not be loaded.'],
  };
  await showState(failed, COMMON);
  changeAnswers({ [PATH]: ok(DETAILS) });
  await pressed('Try again')();
  await until(() => screen.getByText('The ferns keep a secret.'));
});

it('the dashboard offers the hunt after the list of hunts is loaded again', async () => {
  const offline = dashboard({
    name: 'offline',
    answers: { '/products': 'nothing' },
    texts: ['The hunts could not be loaded.'],
  });
  await showState(offline, COMMON);
  expect(screen.queryByText(OFFER)).toBeNull();
  changeAnswers({ '/products': ok([HUNT]) });
  await pressed('Try again')();
  await until(() => screen.getByText(OFFER));
  expect(screen.getByRole('button', { name: `Join this hunt for $20 ${HUNT.title}` })).toBeTruthy();
});

it('the dashboard forgets the hunt of the sign-up once it cannot be joined', async () => {
  const ended = dashboard({
    name: 'ended',
    answers: { '/products': ok([{ ...HUNT, status: 'complete' }]) },
    texts: ['My Hunts (0)'],
  });
  await showState(ended, COMMON);
  await until(() => expect(localStorage.getItem('huntToJoin')).toBeNull());
  await act(async () => {});
  expect(screen.queryByText(OFFER)).toBeNull();
});
