import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import escapeHtml from 'escape-html';
import {
  hasMail,
  hasText,
  isBulk,
  renderMail,
  renderText,
  SAMPLES,
} from './templates/catalogue.ts';

/** Writes every message with sample data into a folder: `mails.ts <folder> <public URL>`. */
const [, , folder = '.local/mails', publicUrl = 'https://cairn.example'] = process.argv;
const postalAddress = 'Cairn, 1 Trail Street, Montpelier, VT 05602';

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const entries: string[] = [];
for (const { template, as, variables } of SAMPLES) {
  const unsubscribeUrl = isBulk(template) ? `${publicUrl}/api/unsubscribe?token=sample` : null;
  const all = { ...variables, publicUrl, postalAddress, firstName: 'Robin', unsubscribeUrl };
  if (hasMail(template)) {
    const { subject, text, html } = renderMail(template, all);
    await writeFile(join(folder, `${as}.html`), html);
    await writeFile(join(folder, `${as}.txt`), text);
    entries.push(
      `<li><a href="${as}.html">${as}</a> (<a href="${as}.txt">text</a>): ${escapeHtml(subject)}</li>`,
    );
  }
  if (hasText(template)) {
    const text = renderText(template, all);
    await writeFile(join(folder, `${as}.sms.txt`), text);
    entries.push(`<li>${as}, SMS of ${text.length}: ${escapeHtml(text)}</li>`);
  }
}
await writeFile(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Messages of Cairn</title>
<body style="font-family:sans-serif;max-width:60rem;margin:2rem auto;line-height:1.7">
<h1>Messages of Cairn</h1><ul>${entries.join('\n')}</ul></body></html>`,
);
