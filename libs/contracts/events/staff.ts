import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { defineEvent } from './define-event.ts';

/** A staff action, with ids only; `before` and `after` hold the changed fields. */
export const staffActed = defineEvent({
  type: 'staff.acted',
  version: 1,
  topic: 'staff',
  consumers: ['admin'],
  key: (data) => data.adminId,
  schema: z.object({
    adminId: id,
    action: z.string().min(1).max(60),
    subjectType: z.string().min(1).max(60),
    subjectId: id.nullable(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    at: timestamp,
  }),
});
