import { dollarsFromCents } from '@cairn/contracts/money.ts';
import escapeHtml from 'escape-html';

/** `$20.00` */
export function formatAmount({
  amountCents,
  currency,
}: {
  amountCents: number;
  currency: string;
}): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(dollarsFromCents(amountCents));
}

/** `November 21, 2026`, in UTC. */
export function formatDate(time: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(time));
}

/** `May 17, 2026 at 2:05 PM UTC` */
export function formatMoment(time: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-US', options).format(new Date(time))} UTC`;
}

// Light colours are inline, since not all mail clients support media queries; the others get dark mode
// from this style sheet.
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #101814 !important; } .card { background: #18231d !important; }
  .text, .heading, .fact { color: #e9e4d8 !important; } .quiet { color: #a7b0a6 !important; }
  .rule { border-color: #33443a !important; } .mark, .link { color: #8fbf9f !important; }
  .ink { color: #e9e4d8 !important; } .ground, .ground .link { color: #1d2a23 !important; }
}`;

export const FONT = 'font-family:Georgia,Cambria,serif';
export const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The footer of every mail. */
export type Site = {
  publicUrl: string;
  /** Unsubscribes from all bulk mail, with one click on its page. */
  unsubscribeUrl?: string | null | undefined;
  /** The sender's address, required in bulk mail in the USA (16 CFR 316, 15 U.S.C. 7704(a)(5)). */
  postalAddress?: string | null | undefined;
};

export type Frame = Site & { subject: string; preview: string };

/** The layout of every mail; `inner` is HTML, everything else plain text. */
export function renderFrame(inner: string, { subject, preview, ...site }: Frame): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;background:#f6f2e8">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f6f2e8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="mark" style="${FONT};font-size:22px;color:#1f4a37;padding:0 4px 16px">Cairn</td></tr>
<tr><td class="card" style="background:#fffdf8;border-radius:12px;padding:32px 28px;word-break:break-word;overflow-wrap:anywhere">
${inner}
</td></tr>
<tr><td class="quiet" style="${SANS};font-size:13px;line-height:1.6;color:#5d665f;padding:20px 4px;word-break:break-word;overflow-wrap:anywhere">${renderFooter(site)}</td></tr>
</table></td></tr></table></body></html>`;
}

/** The footer of the text part. */
export function textFooter({ publicUrl, unsubscribeUrl, postalAddress }: Site): string {
  const address = postalAddress ? `\n${postalAddress}` : '';
  const unsubscribe = unsubscribeUrl ? `\n\nNo more mails like this:\n${unsubscribeUrl}` : '';
  return `Cairn\n${publicUrl}${address}${unsubscribe}`;
}

function renderFooter({ publicUrl, unsubscribeUrl, postalAddress }: Site): string {
  const site = `<a class="quiet" style="color:#5d665f" href="${escapeHtml(publicUrl)}">${escapeHtml(new URL(publicUrl).host)}</a>`;
  const address = postalAddress ? `<br>${escapeHtml(postalAddress)}` : '';
  return `Cairn, real treasure hunts · ${site}${address}${unsubscribeUrl ? renderUnsubscribe(unsubscribeUrl) : ''}`;
}

function renderUnsubscribe(url: string): string {
  return `<br><a class="quiet" style="color:#5d665f" href="${escapeHtml(url)}">Unsubscribe</a> from mails like this.`;
}

/** The content of a mail, in plain text, from which the HTML and the text part are rendered. */
export type MailContent = {
  subject: string;
  /** The line that mail clients show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Pairs of name and value, as on a receipt. */
  facts?: [string, string][];
  /** Small print under the action. */
  notes?: Note[];
  /** Default: the sender. */
  replyTo?: string;
};

/** `link` comes after the text. */
type Note = string | { text: string; link: { label: string; url: string } };

export type RenderedMail = { subject: string; text: string; html: string; replyTo?: string };

/** Removes CR and LF from the subject, which would allow header injection. */
export function renderContent(content: MailContent, site: Site): RenderedMail {
  const subject = content.subject.replace(/[\r\n]+/g, ' ');
  const { preview, replyTo } = content;
  return {
    subject,
    text: renderText(content, site),
    html: renderFrame(renderInner(content), { ...site, subject, preview }),
    ...(replyTo ? { replyTo } : {}),
  };
}

function renderText(content: MailContent, site: Site): string {
  const { heading, paragraphs, action, facts = [], notes = [] } = content;
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return [
    heading,
    ...paragraphs,
    facts.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${value}`).join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    ...notes.map(textOfNote),
    textFooter(site),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function renderInner({ heading, paragraphs, action, facts = [], notes = [] }: MailContent): string {
  return `<h1 class="heading" style="${FONT};font-size:26px;line-height:1.25;font-weight:600;color:#1d2a23;margin:0 0 16px">${escapeHtml(heading)}</h1>
${paragraphs.map(renderParagraph).join('\n')}
${facts.length > 0 ? renderFacts(facts) : ''}
${action ? renderAction(action) : ''}
${notes.map(renderNote).join('\n')}`;
}

function renderParagraph(text: string): string {
  return `<p class="text" style="${SANS};font-size:16px;line-height:1.55;color:#2b352f;margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
}

function renderFacts(facts: [string, string][]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="quiet rule" style="${SANS};font-size:14px;color:#5d665f;padding:10px 12px 10px 0;white-space:nowrap;vertical-align:top;border-top:1px solid #e4ddcd">${escapeHtml(name)}</td>` +
      `<td class="fact rule" align="right" style="${SANS};font-size:15px;color:#1d2a23;padding:10px 0;border-top:1px solid #e4ddcd">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px">${rows.join('')}</table>`;
}

function renderAction({ label, url }: { label: string; url: string }): string {
  return (
    `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${SANS};display:inline-block;background:#b3481e;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;padding:14px 24px;border-radius:8px">${escapeHtml(label)}</a></p>` +
    `<p class="quiet" style="${SANS};font-size:13px;line-height:1.5;color:#5d665f;margin:0 0 16px;word-break:break-all">Or open this address: ${escapeHtml(url)}</p>`
  );
}

function textOfNote(note: Note): string {
  if (typeof note === 'string') return note;
  return `${note.text} ${note.link.label}: ${note.link.url}`;
}

function renderNote(note: Note): string {
  const content =
    typeof note === 'string'
      ? escapeHtml(note)
      : `${escapeHtml(note.text)} <a class="quiet" href="${escapeHtml(note.link.url)}" style="color:#5d665f">${escapeHtml(note.link.label)}</a>`;
  return `<p class="quiet" style="${SANS};font-size:14px;line-height:1.5;color:#5d665f;margin:0 0 8px">${content}</p>`;
}
