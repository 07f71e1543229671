import { expect, it } from 'vitest';
import { EMPTY_DRAFT, isReady, lacksRecipients, mailingOf, successText } from './email-draft.ts';

const written = { ...EMPTY_DRAFT, subject: ' Hello ', content: '<p>Hi</p>' };
const ann = { id: '1', email: 'ann@example.com', name: 'Ann' };

it('mailing goes to all users when the draft names no recipient', () => {
  const mailing = mailingOf(written, []);
  expect(mailing).toEqual({ subject: 'Hello', content: '<p>Hi</p>', to: null, hunt: null });
  expect(successText(mailing, 12)).toBe('Email sent successfully to 12 users');
});

it('mailing goes to the members of the selected hunt', () => {
  expect(mailingOf({ ...written, hunt: 'h1' }, [])).toMatchObject({ to: null, hunt: 'h1' });
});

it('mailing goes to the typed address and ignores the hunt', () => {
  const mailing = mailingOf({ ...written, to: ' bob@example.com ', hunt: 'h1' }, []);
  expect(mailing).toMatchObject({ to: 'bob@example.com', hunt: null });
  expect(successText(mailing, 1)).toBe('Email sent successfully to selected recipients');
});

it('mailing goes to the selected users and ignores address and hunt', () => {
  const mailing = mailingOf({ ...written, to: 'bob@example.com', hunt: 'h1' }, [ann]);
  expect(mailing).toMatchObject({ to: ['ann@example.com'], hunt: null });
});

it('lacks recipients when it goes to named people and no address is kept', () => {
  const named = { ...written, isToNamed: true };
  expect(lacksRecipients(written, [])).toBe(false);
  expect(lacksRecipients(named, [])).toBe(true);
  expect(lacksRecipients({ ...named, recipients: ['bob@example.com'] }, [])).toBe(false);
  expect(lacksRecipients({ ...named, to: 'bob@example.com' }, [])).toBe(false);
  expect(lacksRecipients(named, [ann])).toBe(false);
});

it.each([EMPTY_DRAFT, { ...written, subject: '  ' }, { ...written, content: '' }])(
  'is not ready without subject and content',
  (draft) => {
    expect(isReady(draft)).toBe(false);
  },
);
