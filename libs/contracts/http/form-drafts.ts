import { z } from 'zod';
import { timestamp } from '../ids.ts';
import { defineRoute } from './route.ts';

/** A form of the back office: a mail, a new hunt, a hunt, its report, or a clue of a hunt. */
const form = z
  .string()
  .regex(
    /^(email|hunt:(new|[0-9a-f-]{36})|report:[0-9a-f-]{36}|clue:[0-9a-f-]{36}:(new|[0-9a-f-]{36}))$/,
  );

/** The unsaved input of one admin in one form. */
const formDraft = z.object({
  form,
  /** The page's own fields; the server does not read them. Never codes. */
  content: z.record(z.string(), z.unknown()),
  saved_at: timestamp,
});
export type FormDraft = z.infer<typeof formDraft>;

export const listFormDrafts = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/form-drafts',
  access: 'admin',
  summary: "The caller's own unsaved input, the newest first; kept for 30 days",
  answer: z.object({ drafts: z.array(formDraft) }),
});

export const saveFormDraft = defineRoute({
  owner: 'admin',
  method: 'PUT',
  path: '/api/admin/form-drafts/:form',
  access: 'admin',
  idempotency: 'none',
  summary: 'Keep unsaved input while the caller types; replaces the earlier one of the form',
  maxBodyBytes: 300_000,
  params: z.object({ form }),
  body: formDraft.pick({ content: true }),
  answer: formDraft.pick({ form: true, saved_at: true }),
});

export const deleteFormDraft = defineRoute({
  owner: 'admin',
  method: 'DELETE',
  path: '/api/admin/form-drafts/:form',
  access: 'admin',
  idempotency: 'none',
  summary: 'Discard unsaved input; also without any',
  params: z.object({ form }),
  answer: formDraft.pick({ form: true }),
});
