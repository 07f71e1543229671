import { describe, expect, it } from 'vitest';
import type { Suppression, SuppressionCause } from '../suppressions/suppression.ts';
import type { ClaimedDelivery } from './claims.store.ts';
import { judge } from './verdict.ts';

const delivery: ClaimedDelivery = {
  id: 'd1',
  template: 'clue_published',
  channel: 'email',
  user_id: 'u1',
  address: null,
  variables: {},
  sealed_token: null,
  attempts: 1,
  fencing_token: 1,
  mailing_id: null,
  has_expired: false,
  is_unwanted: false,
  is_declined: false,
  is_stopped: false,
  has_left: false,
  even_suspended: false,
  recipient_email: 'ann@example.com',
  recipient_status: 'active',
  first_name: null,
  phone: '+18025550101',
  contact: null,
};

function caused(cause: SuppressionCause): Suppression {
  return { cause, kinds: null };
}

describe('P-3.4 the verdict at the moment of sending', () => {
  it('is to send to the present address or number, or to the one that was given', () => {
    expect(judge(delivery, [])).toEqual({ kind: 'send', to: 'ann@example.com' });
    expect(judge({ ...delivery, channel: 'sms' }, [])).toEqual({
      kind: 'send',
      to: '+18025550101',
    });
    const given = { ...delivery, address: 'old@example.com' };
    expect(judge(given, [])).toEqual({ kind: 'send', to: 'old@example.com' });
  });

  it('lets account mail go after an unsubscribe, and nothing after a bounce', () => {
    for (const template of ['verification', 'password_reset', 'receipt'] as const) {
      expect(judge({ ...delivery, template }, [caused('unsubscribe')])).toMatchObject({
        kind: 'send',
      });
      expect(judge({ ...delivery, template }, [caused('bounce')])).toMatchObject({
        state: 'suppressed',
      });
    }
    for (const template of ['clue_published', 'mailing'] as const) {
      expect(judge({ ...delivery, template }, [caused('unsubscribe')])).toMatchObject({
        state: 'suppressed',
        reason: 'unsubscribe',
      });
    }
  });

  it('P-3.8 holds back only the kind of mail that a spam report was about', () => {
    const report: Suppression = { cause: 'spam', kinds: ['contact'] };
    expect(judge({ ...delivery, template: 'contact_acknowledgement' }, [report])).toMatchObject({
      state: 'suppressed',
      reason: 'spam',
    });
    for (const template of ['clue_published', 'mailing', 'receipt'] as const) {
      expect(judge({ ...delivery, template }, [report])).toMatchObject({ kind: 'send' });
    }
  });

  it('lets a receipt go to somebody who wants no alerts or is suspended', () => {
    const receipt = { ...delivery, template: 'receipt' as const };
    const row = { ...receipt, is_declined: true, recipient_status: 'suspended' };
    expect(judge(row, [])).toMatchObject({ kind: 'send' });
  });

  it('holds back what goes to many from who was suspended since, or is none of them any more', () => {
    const suspended = { ...delivery, recipient_status: 'suspended' };
    for (const template of ['clue_published', 'mailing'] as const) {
      expect(judge({ ...suspended, template }, [])).toMatchObject({
        state: 'suppressed',
        reason: 'the account is suspended',
      });
    }
    const mailing = { ...delivery, template: 'mailing' as const };
    expect(judge({ ...mailing, has_left: true }, [])).toMatchObject({ state: 'suppressed' });
    const meant = { ...mailing, recipient_status: 'suspended', even_suspended: true };
    expect(judge(meant, [])).toMatchObject({ kind: 'send' });
  });

  it('is to wait for a recipient who is told later, and to end without any address', () => {
    const unknown = { ...delivery, template: 'receipt' as const, recipient_email: null };
    expect(judge(unknown, [])).toMatchObject({ kind: 'later' });
    expect(judge({ ...unknown, user_id: null }, [])).toMatchObject({ state: 'failed' });
    const mute = { ...delivery, channel: 'sms' as const, phone: null };
    expect(judge(mute, [])).toMatchObject({ state: 'suppressed' });
  });

  it.each([
    '',
    'ann',
    'ann@example',
    'a b@example.com',
    'ann@example.com, bo@example.com',
    '<a@b.example>',
  ])('takes %j for no address', (address) => {
    expect(judge({ ...delivery, address }, [])).not.toMatchObject({ kind: 'send' });
  });
});
