import { z } from 'zod';
import { inlineStyles } from './inline-styles.ts';
import { type RenderedMail, renderFrame, textFooter } from './mail.ts';

const variables = z.object({
  publicUrl: z.string(),
  unsubscribeUrl: z.string().nullish(),
  postalAddress: z.string().nullish(),
  /** The stored content: sanitised, with its text part. */
  mailing: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
});

/** Renders a mailing in the layout of every mail. */
export function renderMailing(input: unknown): RenderedMail {
  const { mailing, ...site } = variables.parse(input);
  const subject = mailing.subject.replace(/[\r\n]+/g, ' ');
  const preview = mailing.text.replace(/\s+/g, ' ').slice(0, 120);
  return {
    subject,
    text: `${mailing.text}\n\n${textFooter(site)}`,
    html: renderFrame(inlineStyles(mailing.html), { ...site, subject, preview }),
  };
}
