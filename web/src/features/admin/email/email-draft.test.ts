import { expect, it } from 'vitest';
import { EMPTY_DRAFT, isReady, mailingOf, successText } from './email-draft.ts';

const written = { ...EMPTY_DRAFT, subject: ' Hello ', content: '<p>Hi</p>' };
const ann = { id: '1', email: 'ann@example.com', name: 'Ann' };

it('goes to everybody where nobody is named', () => {
  const mailing = mailingOf(written, []);
  expect(mailing).toEqual({ subject: 'Hello', content: '<p>Hi</p>', to: null, hunt: null });
  expect(successText(mailing, 12)).toBe('Email sent successfully to 12 users');
});

it('goes to the members of a hunt', () => {
  expect(mailingOf({ ...written, hunt: 'h1' }, [])).toMatchObject({ to: null, hunt: 'h1' });
});

it('goes to one address, whatever hunt was chosen before', () => {
  const mailing = mailingOf({ ...written, to: ' bob@example.com ', hunt: 'h1' }, []);
  expect(mailing).toMatchObject({ to: 'bob@example.com', hunt: null });
  expect(successText(mailing, 1)).toBe('Email sent successfully to selected recipients');
});

it('goes to the chosen users before all else', () => {
  const mailing = mailingOf({ ...written, to: 'bob@example.com', hunt: 'h1' }, [ann]);
  expect(mailing).toMatchObject({ to: ['ann@example.com'], hunt: null });
});

it.each([EMPTY_DRAFT, { ...written, subject: '  ' }, { ...written, content: '' }])(
  'cannot be sent without subject and content',
  (draft) => {
    expect(isReady(draft)).toBe(false);
  },
);
