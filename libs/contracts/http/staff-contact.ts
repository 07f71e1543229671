import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { csvPart, csvQuery, keysetPagination, keysetQuery } from './pages.ts';
import { defineRoute } from './route.ts';
import { deliveryState } from './staff-messages.ts';

export const contactStatus = z.enum(['open', 'answered', 'closed']);
export type ContactStatus = z.output<typeof contactStatus>;

export const contactAnswer = z.object({
  id,
  admin_id: id,
  body: z.string(),
  created_at: timestamp,
  /** Of its mail; null once the delivery was deleted. */
  delivery_state: deliveryState.nullable(),
});

export const staffContactMessage = z.object({
  id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  status: contactStatus,
  created_at: timestamp,
  /** The account with this address; null without one. The address is not verified. */
  user_id: id.nullable(),
  /** Oldest first. */
  answers: z.array(contactAnswer),
});
export type StaffContactMessage = z.output<typeof staffContactMessage>;

const filter = z.object({
  status: contactStatus.or(z.literal('')).default(''),
  /** The beginning of the writer's address, or an id in full. */
  search: z.string().trim().max(254).default(''),
});

export const listContactMessages = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/contact-messages',
  access: 'admin',
  summary: 'Contact messages with their answers, newest first',
  query: keysetQuery.extend(filter.shape),
  answer: z.object({
    messages: z.array(staffContactMessage),
    pagination: keysetPagination,
  }),
});

export const exportContactMessages = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/contact-messages/export',
  access: 'admin',
  otherRefusals: [409],
  summary: 'The contact messages of a filter as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(filter.shape),
  answer: csvPart,
});

const byId = z.object({ id });
const REQUIRED = 'An answer is required';

export const answerContactMessage = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/admin/contact-messages/:id/answers',
  access: 'admin',
  summary: 'Answer a contact message by mail; 409 if it has other answers than `expectAnswers`',
  params: byId,
  body: z.object({
    body: z
      .string(REQUIRED)
      .trim()
      .regex(/\S/, REQUIRED)
      .max(10_000, 'Please keep your answer under 10,000 characters'),
    /** The number of answers that the page displayed. */
    expectAnswers: z.int().nonnegative().optional(),
  }),
  answer: staffContactMessage,
});

export const updateContactMessage = defineRoute({
  owner: 'notification',
  method: 'PATCH',
  path: '/api/admin/contact-messages/:id',
  access: 'admin',
  summary: 'Close a contact message, or open it again',
  params: byId,
  body: z.object({ status: z.enum(['open', 'closed']) }),
  answer: staffContactMessage,
});
