import escapeHtml from 'escape-html';
import { FONT, renderFrame, SANS, type Site, textFooter } from './frame.ts';

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
