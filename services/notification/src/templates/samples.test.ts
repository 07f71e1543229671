import { describe, expect, it } from 'vitest';
import { hasMail, hasText, isBulk, renderMail, renderText, TEMPLATE_NAMES } from './catalogue.ts';
import { SAMPLES } from './samples.ts';
import { fitText } from './text-message.ts';

const publicUrl = 'https://cairn.example';
const hostile = '<img src=x onerror=alert(1)>"\'&\r\nBcc: a@b.example';

describe('P-3.6 every message', () => {
  it('has a sample, but for the test of a mailing', () => {
    const shown = new Set(SAMPLES.map(({ template }) => template));
    expect(TEMPLATE_NAMES.filter((name) => !shown.has(name))).toEqual(['mailing_test']);
  });

  it.each(SAMPLES.filter(({ template }) => hasMail(template)))(
    '$as has both parts, whole, with links to our own host',
    ({ template, variables }) => {
      const unsubscribeUrl = isBulk(template) ? `${publicUrl}/api/unsubscribe?token=t` : null;
      const mail = renderMail(template, { ...variables, publicUrl, unsubscribeUrl });
      expect(mail.subject).toMatch(/^\S[^\r\n]*$/);
      expect(mail.text.length).toBeGreaterThan(40);
      for (const part of [mail.text, mail.html]) {
        expect(part).not.toMatch(/undefined|\[object|NaN|null/);
        const hosts = [...part.matchAll(/https?:\/\/([^/\s"<\]]+)/g)].map(([, host]) => host);
        expect(new Set(hosts)).toEqual(new Set(['cairn.example']));
        expect(part.includes('/api/unsubscribe?token=t')).toBe(isBulk(template));
      }
    },
  );

  it.each(SAMPLES.filter(({ template }) => hasMail(template)))(
    '$as says where the sender lives, in both parts, if it goes to many',
    ({ template, variables }) => {
      const postalAddress = 'Cairn, 1 Trail & Main Street, Montpelier, VT 05602';
      const { text, html } = renderMail(template, { ...variables, publicUrl, postalAddress });
      expect(text.includes(postalAddress)).toBe(isBulk(template));
      expect(html.includes(postalAddress.replace('&', '&amp;'))).toBe(isBulk(template));
    },
  );

  it.each(SAMPLES.filter(({ template }) => hasMail(template) && template !== 'mailing'))(
    '$as escapes what comes from outside and lets no line end into its subject',
    ({ template, variables }) => {
      const mail = renderMail(template, { ...withHostileTexts(variables), publicUrl });
      expect(mail.html).not.toContain('<img');
      expect(mail.subject).not.toMatch(/[\r\n]/);
    },
  );

  it.each(SAMPLES.filter(({ template }) => hasText(template)))(
    '$as is one text message of letters that every phone has',
    ({ template, variables }) => {
      const long = {
        ...variables,
        publicUrl,
        title: `Der große “Höhlen”–Schatz ${'x'.repeat(200)}`,
      };
      for (const values of [{ ...variables, publicUrl }, long]) {
        const text = renderText(template, values);
        expect(text.length).toBeLessThanOrEqual(160);
        expect(text).toMatch(/^[ !"#%&'()*+,\-./0-9:;<=>?A-Za-z_]+$/);
      }
    },
  );
});

describe('fitText', () => {
  it('keeps a name that fits and cuts one that does not', () => {
    expect(fitText((name) => `In ${name}.`, 'Vermont')).toBe('In Vermont.');
    const cut = fitText((name) => `In ${name}. The end`, 'y'.repeat(300));
    expect(cut).toHaveLength(160);
    expect(cut).toMatch(/yyy\.\.\.\. The end$/);
  });
});

/** Every free text of the sample; what has a form of its own stays. */
function withHostileTexts(variables: Record<string, unknown>): Record<string, unknown> {
  const free = ['productTitle', 'title', 'clueTitle', 'region', 'name', 'message', 'claimId'];
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (typeof value === 'object' && value !== null) {
        return [name, withHostileTexts(value as Record<string, unknown>)];
      }
      return [name, free.includes(name) ? hostile : value];
    }),
  );
}
