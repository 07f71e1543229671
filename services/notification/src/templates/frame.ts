import escapeHtml from 'escape-html';

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
