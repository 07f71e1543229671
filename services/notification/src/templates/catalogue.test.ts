import { describe, expect, it } from 'vitest';
import {
  hasMail,
  hasText,
  isBulk,
  renderMail,
  renderText,
  SAMPLES,
  TEMPLATE_NAMES,
} from './catalogue.ts';
import { fitText } from './text-message.ts';

const publicUrl = 'https://cairn.example';
const hostile = '<img src=x onerror=alert(1)>"\'&\r\nBcc: a@b.example';

describe('P-3.6 every message', () => {
  it('has a sample, except the test mail of a mailing', () => {
    const shown = new Set(SAMPLES.map(({ template }) => template));
    expect(TEMPLATE_NAMES.filter((name) => !shown.has(name))).toEqual(['mailing_test']);
  });

  it.each(SAMPLES.filter(({ template }) => hasMail(template)))(
    '$as has two complete parts, with links to our own host only',
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
    '$as contains the postal address in both parts if it is bulk mail',
    ({ template, variables }) => {
      const postalAddress = 'Cairn, 1 Trail & Main Street, Montpelier, VT 05602';
      const { text, html } = renderMail(template, { ...variables, publicUrl, postalAddress });
      expect(text.includes(postalAddress)).toBe(isBulk(template));
      expect(html.includes(postalAddress.replace('&', '&amp;'))).toBe(isBulk(template));
    },
  );

  it.each(SAMPLES.filter(({ template }) => hasMail(template) && template !== 'mailing'))(
    '$as escapes variables and has no line break in its subject',
    ({ template, variables }) => {
      const mail = renderMail(template, { ...withHostileTexts(variables), publicUrl });
      expect(mail.html).not.toContain('<img');
      expect(mail.subject).not.toMatch(/[\r\n]/);
    },
  );

  it.each(SAMPLES.filter(({ template }) => hasText(template)))(
    '$as is one SMS of GSM 7-bit characters',
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
  it('keeps a name that fits and truncates a longer one', () => {
    expect(fitText((name) => `In ${name}.`, 'Vermont')).toBe('In Vermont.');
    const cut = fitText((name) => `In ${name}. The end`, 'y'.repeat(300));
    expect(cut).toHaveLength(160);
    expect(cut).toMatch(/yyy\.\.\.\. The end$/);
  });
});

/** Replaces the free texts of a sample; values with a fixed format stay. */
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
