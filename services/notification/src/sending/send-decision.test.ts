import { describe, expect, it } from 'vitest';
import type { ClaimedDelivery } from '../deliveries/leases.store.ts';
import type { Suppression, SuppressionCause } from '../suppressions/suppression.ts';
import { decideSend } from './send-decision.ts';

const delivery: ClaimedDelivery = {
  id: 'd1',
  template: 'clue_published',
  channel: 'email',
  userId: 'u1',
  address: null,
  variables: {},
  sealedToken: null,
  attempts: 1,
  fencingToken: 1,
  mailingId: null,
  hasExpired: false,
  isErased: false,
  isDeclined: false,
  isStopped: false,
  leftAudience: false,
  evenSuspended: false,
  recipientEmail: 'ann@example.com',
  recipientStatus: 'active',
  firstName: null,
  phone: '+18025550101',
  contact: null,
};

function caused(cause: SuppressionCause): Suppression {
  return { cause, kinds: null };
}

describe('P-3.4 decideSend', () => {
  it('sends to the current address or number unless the row has one of its own', () => {
    expect(decideSend(delivery, [])).toEqual({ kind: 'send', to: 'ann@example.com' });
    expect(decideSend({ ...delivery, channel: 'sms' }, [])).toEqual({
      kind: 'send',
      to: '+18025550101',
    });
    const withAddress = { ...delivery, address: 'old@example.com' };
    expect(decideSend(withAddress, [])).toEqual({ kind: 'send', to: 'old@example.com' });
  });

  it('sends account mail after an unsubscribe, and nothing after a bounce', () => {
    for (const template of ['verification', 'password_reset', 'receipt'] as const) {
      expect(decideSend({ ...delivery, template }, [caused('unsubscribe')])).toMatchObject({
        kind: 'send',
      });
      expect(decideSend({ ...delivery, template }, [caused('bounce')])).toMatchObject({
        state: 'suppressed',
      });
    }
    for (const template of ['clue_published', 'mailing'] as const) {
      expect(decideSend({ ...delivery, template }, [caused('unsubscribe')])).toMatchObject({
        state: 'suppressed',
        reason: 'unsubscribe',
      });
    }
  });

  it('P-3.8 suppresses only the kind of mail that a spam report names', () => {
    const report: Suppression = { cause: 'spam', kinds: ['contact'] };
    expect(
      decideSend({ ...delivery, template: 'contact_acknowledgement' }, [report]),
    ).toMatchObject({
      state: 'suppressed',
      reason: 'spam',
    });
    for (const template of ['clue_published', 'mailing', 'receipt'] as const) {
      expect(decideSend({ ...delivery, template }, [report])).toMatchObject({ kind: 'send' });
    }
  });

  it('sends a receipt to a suspended user and to one without alerts', () => {
    const receipt = { ...delivery, template: 'receipt' as const };
    const row = { ...receipt, isDeclined: true, recipientStatus: 'suspended' };
    expect(decideSend(row, [])).toMatchObject({ kind: 'send' });
  });

  it('suppresses bulk messages to users who were suspended or left the audience since', () => {
    const suspended = { ...delivery, recipientStatus: 'suspended' };
    for (const template of ['clue_published', 'mailing'] as const) {
      expect(decideSend({ ...suspended, template }, [])).toMatchObject({
        state: 'suppressed',
        reason: 'the account is suspended',
      });
    }
    const mailing = { ...delivery, template: 'mailing' as const };
    expect(decideSend({ ...mailing, leftAudience: true }, [])).toMatchObject({
      state: 'suppressed',
    });
    const named = { ...mailing, recipientStatus: 'suspended', evenSuspended: true };
    expect(decideSend(named, [])).toMatchObject({ kind: 'send' });
  });

  it('postpones a row whose user is unknown, and closes one without an address', () => {
    const unknown = { ...delivery, template: 'receipt' as const, recipientEmail: null };
    expect(decideSend(unknown, [])).toMatchObject({ kind: 'postpone' });
    expect(decideSend({ ...unknown, userId: null }, [])).toMatchObject({ state: 'failed' });
    const withoutPhone = { ...delivery, channel: 'sms' as const, phone: null };
    expect(decideSend(withoutPhone, [])).toMatchObject({ state: 'suppressed' });
  });

  it.each([
    '',
    'ann',
    'ann@example',
    'a b@example.com',
    'ann@example.com, bo@example.com',
    '<a@b.example>',
  ])('does not send to the invalid address %j', (address) => {
    expect(decideSend({ ...delivery, address }, [])).not.toMatchObject({ kind: 'send' });
  });
});
