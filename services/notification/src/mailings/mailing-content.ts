import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import { convert } from 'html-to-text';
import type { MailingContent } from './mailings.store.ts';

/**
 * What staff wrote, as it is sent: sanitised (P-3.6), with addresses of our own host made whole,
 * and a text part made of it. Refused where nothing to read or see is left.
 */
export function prepareContent(
  { subject, content }: { subject: string; content: string },
  publicUrl: string,
): MailingContent {
  const html = makeAddressesWhole(sanitiseHtml(content), publicUrl);
  const text = convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'inlineSurround', options: {} },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }).trim();
  if (!text && !html.includes('<img')) {
    throw new InvalidInputError('Subject and content are required', {
      content: 'There is nothing to read in it',
    });
  }
  return { subject, html, text: text || subject };
}

/** The sanitiser leaves attributes with double quotes, and of our own only those that begin with a slash. */
function makeAddressesWhole(html: string, publicUrl: string): string {
  return html.replace(/ (href|src)="\/(?!\/)/g, ` $1="${publicUrl}/`);
}
