import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import { convert } from 'html-to-text';
import type { MailingContent } from './mailings.store.ts';

/**
 * Prepares what staff wrote for sending: sanitises it (P-3.6), makes URLs of our own host absolute and
 * derives the text part. Throws 400 if neither text nor an image is left.
 */
export function prepareContent(
  { subject, content }: { subject: string; content: string },
  publicUrl: string,
): MailingContent {
  const html = makeUrlsAbsolute(sanitiseHtml(content), publicUrl);
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

/** Relies on the sanitiser: attributes have double quotes, and relative URLs begin with a slash. */
function makeUrlsAbsolute(html: string, publicUrl: string): string {
  return html.replace(/ (href|src)="\/(?!\/)/g, ` $1="${publicUrl}/`);
}

/** The stored HTML as the editor wrote it: URLs of our own host are relative again. */
export function toEditorHtml(html: string, publicUrl: string): string {
  return html.replaceAll(/ (href|src)="([^"]*)"/g, (attribute, name, url: string) =>
    url.startsWith(`${publicUrl}/`) ? ` ${name}="${url.slice(publicUrl.length)}"` : attribute,
  );
}
