import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { mailingSegment } from './mailing-segment.ts';
import { defineRoute } from './route.ts';
import { mailing, mailingProgress, sendEmail } from './staff-messages.ts';

const byId = z.object({ id });

/** Changes all of a mailing that has not started. */
export const updateMailing = defineRoute({
  owner: 'notification',
  method: 'PUT',
  path: '/api/admin/mailings/:id',
  access: 'admin',
  summary: 'Change a scheduled mailing; 409 once it has started',
  params: byId,
  body: sendEmail.body,
  ifMatch: true,
  answer: mailingProgress,
});

const content = z.object({
  subject: z.string(),
  /** As the editor had it. */
  content: z.string(),
  segment: mailingSegment,
});
export type MailingContent = z.output<typeof content>;

export const getMailingContent = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/mailings/:id/content',
  access: 'admin',
  summary: 'What a mailing says and to whom, to change it or to begin another one with it',
  params: byId,
  answer: content.extend({
    /** Null for a segment; named addresses are stored until the mailing begins, and then empty. */
    to: z.array(z.string()).nullable(),
    send_at: timestamp.nullable(),
    /** Increases with each change of the scheduled mailing, for If-Match. */
    version: z.int().positive(),
    /** The admin of the last change; null before the first one. */
    edited_by: id.nullable(),
    edited_at: timestamp.nullable(),
  }),
});
export type StoredMailingContent = z.output<typeof getMailingContent.answer>;

export const mailingTemplate = content.extend({
  id,
  name: z.string(),
  created_at: timestamp,
});
export type MailingTemplate = z.output<typeof mailingTemplate>;

export const listMailingTemplates = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/mailing-templates',
  access: 'admin',
  summary: 'Templates of mailings by name',
  answer: z.object({ templates: z.array(mailingTemplate) }),
});

export const createMailingTemplate = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/admin/mailing-templates',
  access: 'admin',
  status: 201,
  summary: 'Save a mail and its segment as a template; 409 where the name is taken',
  body: mailing.pick({ subject: true, content: true }).extend({
    name: z
      .string('A name is required')
      .trim()
      .regex(/\S/, 'A name is required')
      .max(80, 'The name is too long'),
    segment: mailingSegment.default(() => mailingSegment.parse({})),
  }),
  answer: mailingTemplate,
});

export const deleteMailingTemplate = defineRoute({
  owner: 'notification',
  method: 'DELETE',
  path: '/api/admin/mailing-templates/:id',
  access: 'admin',
  summary: 'Delete a template; mailings that began with it stay',
  params: byId,
  answer: z.object({ message: z.string() }),
});
