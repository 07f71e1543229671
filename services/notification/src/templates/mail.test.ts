import { describe, expect, it } from 'vitest';
import { renderMail } from './catalogue.ts';

const publicUrl = 'https://cairn.example';

describe('renderMail', () => {
  it('writes the link of a verification mail into both parts', () => {
    const mail = renderMail('verification', { publicUrl, token: 'a+b/c=' });
    const link = 'https://cairn.example/verify-email?token=a%2Bb%2Fc%3D';
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
  });

  it('escapes variables in the HTML part and keeps them in the text part', () => {
    const mail = renderMail('receipt', {
      ...receipt,
      productTitle: '<img src=x onerror=alert(1)> & "Co"',
    });
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;');
    expect(mail.text).toContain('<img src=x onerror=alert(1)> & "Co"');
  });

  it('removes line breaks from a subject', () => {
    const mail = renderMail('receipt', { ...receipt, productTitle: 'Troll\r\nBcc: a@b.example' });
    expect(mail.subject).toBe('Your receipt: Troll Bcc: a@b.example');
  });

  it('shows the amount in dollars and the receipt number', () => {
    const mail = renderMail('receipt', { ...receipt, amountCents: 1999 });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('$19.99 USD');
      expect(part).toContain('November 21, 2026');
      expect(part).toContain(receipt.receiptNumber);
    }
  });

  it('shows the id of the purchase if the event has no receipt number', () => {
    const { receiptNumber: _, ...earlier } = receipt;
    expect(renderMail('receipt', earlier).text).toMatch(/Receipt number: f3b0a7e2-/);
  });

  it('names the card that was charged by its brand and last four digits', () => {
    const card = { brand: 'amex', last4: '0005' };
    const named = renderMail('receipt', { ...receipt, card });
    for (const part of [named.text, named.html]) {
      expect(part).toContain('American Express ending in 0005');
    }
    expect(renderMail('receipt', receipt).text).toMatch(/Paid with: +Card$/m);
  });

  it('writes the link of a reset and its lifetime into both parts', () => {
    const mail = renderMail('password_reset', { publicUrl, token: 'a+b/c=' });
    const link = 'https://cairn.example/reset-password?token=a%2Bb%2Fc%3D';
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('works once, for one hour');
  });

  it('links to the password reset in a mail about a changed password', () => {
    const mail = renderMail('password_changed', { publicUrl, token: null });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('https://cairn.example/request-reset');
    }
  });

  it.each([
    ['refund', { outcome: 'succeeded' }, 'Your refund: The Vermont Troll'],
    ['refund', { outcome: 'failed' }, 'Your refund did not go through: The Vermont Troll'],
    ['dispute', { outcome: 'open' }, 'Your payment is disputed: The Vermont Troll'],
    ['dispute', { outcome: 'won' }, 'You are back in: The Vermont Troll'],
    ['dispute', { outcome: 'lost' }, 'The dispute is closed: The Vermont Troll'],
    ['rejection', { cause: 'twice' }, 'We are sending your payment back: The Vermont Troll'],
    ['rejection', { cause: 'late' }, 'We are sending your payment back: The Vermont Troll'],
  ] as const)(
    '%s mail (%o) names the amount, the receipt and a link',
    (template, kind, subject) => {
      const mail = renderMail(template, { ...receipt, ...kind, at: receipt.recordedAt });
      expect(mail.subject).toBe(subject);
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain('$20.00 USD');
        expect(part).toContain(receipt.receiptNumber);
        expect(part).toMatch(/https:\/\/cairn\.example\/(receipt|hunt)\//);
      }
    },
  );

  it.each([
    [{ cause: 'twice' }, 'A second payment'],
    [{ cause: 'late' }, 'no longer open'],
    [{ cause: 'late', reason: 'price_changed' }, 'after the price of the hunt had changed'],
    [{ cause: 'late', reason: 'user_suspended' }, 'while your account was suspended'],
  ])('rejection mail for %o contains "%s"', (kind, text) => {
    const mail = renderMail('rejection', { ...receipt, ...kind, at: receipt.recordedAt });
    expect(mail.text).toContain(text);
  });

  it('throws when a variable of the template is missing', () => {
    expect(() => renderMail('verification', { publicUrl, token: null })).toThrow();
    expect(() => renderMail('password_reset', { publicUrl, token: null })).toThrow();
    expect(() => renderMail('receipt', { publicUrl })).toThrow();
  });
});

const receipt = {
  publicUrl,
  purchaseId: 'f3b0a7e2-0000-4000-8000-000000000001',
  receiptNumber: 'CRN-2026-000123',
  productTitle: 'The Vermont Troll',
  handle: 'vt-troll-hunt',
  region: 'Vermont',
  amountCents: 2000,
  currency: 'USD',
  recordedAt: '2026-11-21T10:00:00.000Z',
};
