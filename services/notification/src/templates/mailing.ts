import { z } from 'zod';
import { dress } from './dress.ts';
import { renderFrame, textEnd } from './frame.ts';
import type { RenderedMail } from './mail.ts';

const variables = z.object({
  publicUrl: z.string(),
  unsubscribeUrl: z.string().nullish(),
  postalAddress: z.string().nullish(),
  /** As it was kept: sanitised, with its text part. */
  mailing: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
});

/** What staff wrote to many, on the page that every mail stands on. */
export function renderMailing(input: unknown): RenderedMail {
  const { mailing, ...site } = variables.parse(input);
  const subject = mailing.subject.replace(/[\r\n]+/g, ' ');
  const preview = mailing.text.replace(/\s+/g, ' ').slice(0, 120);
  return {
    subject,
    text: `${mailing.text}\n\n${textEnd(site)}`,
    html: renderFrame(dress(mailing.html), { ...site, subject, preview }),
  };
}
