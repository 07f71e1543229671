import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HUNT, HUNT_DATA, tokenFor, USER } from '../testing/samples.ts';
import { changeAnswers, ok, type State, showState, stubApi, until } from '../testing/stage.tsx';

stubApi();

const COMMON: Partial<State> = {
  stored: { token: tokenFor(3600), user: JSON.stringify(USER) },
  answers: {
    '/auth/verify': ok(USER),
    '/products': ok([HUNT]),
    '/hunt/data/': ok(HUNT_DATA),
    '/hunts/': { status: 404, json: { error: 'There is no such hunt.' } },
  },
};

it('a hunt page that is cached for one user is not shown to the next', async () => {
  await showState(
    {
      name: 'another user',
      path: `/hunt/${HUNT.handle}`,
      act: async () => {
        await until(() => expect(document.body.textContent).toContain(HUNT_DATA.intro));
        changeAnswers({ '/hunt/data/': 'not yet' });
        const { beginSession } = await import('../lib/session-store.ts');
        act(() => beginSession(tokenFor(7200), { ...USER, id: HUNT.id, email: 'b@example.com' }));
      },
      texts: ['Loading the hunt'],
    },
    COMMON,
  );
  expect(document.body.textContent).not.toContain(HUNT_DATA.intro);
});

it('a failed check of the session is not reported after a logout', async () => {
  const state = {
    name: 'offline',
    path: '/',
    answers: { '/auth/verify': 'nothing' as const },
    texts: ['You are offline. You stay logged in, and we try again by ourselves.'],
  };
  await showState(state, COMMON);
  const { endSession } = await import('../lib/session-store.ts');
  act(() => endSession('logout'));
  await until(() => expect(document.body.textContent).toContain('Signup'));
  expect(document.body.textContent).not.toContain('You are offline');
});
