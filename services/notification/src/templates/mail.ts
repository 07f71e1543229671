import escapeHtml from 'escape-html';

/** What a mail says, once, from which both its parts are made. All of it is plain text. */
export type MailContent = {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Pairs of name and value, as on a receipt. */
  facts?: [string, string][];
  /** Small print under the action. */
  notes?: string[];
};

export type RenderedMail = { subject: string; text: string; html: string };

/** CR and LF in a subject would begin a header of somebody else's making. */
export function renderContent(content: MailContent, publicUrl: string): RenderedMail {
  const subject = content.subject.replace(/[\r\n]+/g, ' ');
  return { subject, text: renderText(content, publicUrl), html: renderHtml(content, publicUrl) };
}

function renderText(content: MailContent, publicUrl: string): string {
  const { heading, paragraphs, action, facts = [], notes = [] } = content;
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return [
    heading,
    ...paragraphs,
    facts.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${value}`).join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    ...notes,
    `Cairn\n${publicUrl}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

// Colours of the site's paper and pine. Mail programs know neither variables nor media queries for
// sure, so that the light ones are inline and the dark ones are offered to those that read them.
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #101814 !important; } .card { background: #18231d !important; }
  .text, .heading, .fact { color: #e9e4d8 !important; } .quiet { color: #a7b0a6 !important; }
  .rule { border-color: #33443a !important; } .mark { color: #8fbf9f !important; }
}`;

const FONT = 'font-family:Georgia,Cambria,serif';
const SANS = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function renderHtml(content: MailContent, publicUrl: string): string {
  const { subject, preview, heading, paragraphs, action, facts = [], notes = [] } = content;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;background:#f6f2e8">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f6f2e8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="mark" style="${FONT};font-size:22px;color:#1f4a37;padding:0 4px 16px">Cairn</td></tr>
<tr><td class="card" style="background:#fffdf8;border-radius:12px;padding:32px 28px">
<h1 class="heading" style="${FONT};font-size:26px;line-height:1.25;font-weight:600;color:#1d2a23;margin:0 0 16px">${escapeHtml(heading)}</h1>
${paragraphs.map(renderParagraph).join('\n')}
${facts.length > 0 ? renderFacts(facts) : ''}
${action ? renderAction(action) : ''}
${notes.map(renderNote).join('\n')}
</td></tr>
<tr><td class="quiet" style="${SANS};font-size:13px;color:#5d665f;padding:20px 4px">Cairn, real treasure hunts · <a class="quiet" style="color:#5d665f" href="${escapeHtml(publicUrl)}">${escapeHtml(new URL(publicUrl).host)}</a></td></tr>
</table></td></tr></table></body></html>`;
}

function renderParagraph(text: string): string {
  return `<p class="text" style="${SANS};font-size:16px;line-height:1.55;color:#2b352f;margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function renderFacts(facts: [string, string][]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="quiet rule" style="${SANS};font-size:14px;color:#5d665f;padding:10px 12px 10px 0;border-top:1px solid #e4ddcd">${escapeHtml(name)}</td>` +
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

function renderNote(text: string): string {
  return `<p class="quiet" style="${SANS};font-size:14px;line-height:1.5;color:#5d665f;margin:0 0 8px">${escapeHtml(text)}</p>`;
}
