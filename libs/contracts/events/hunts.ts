import { z } from 'zod';
import { product } from '../http/hunts.ts';
import { id, timestamp } from '../ids.ts';
import { defineEvent } from './define-event.ts';

const topic = 'hunts';

/** The whole public product; the highest version wins. */
export const productSnapshot = z.object({ version: z.int().positive(), product });
export type ProductSnapshot = z.infer<typeof productSnapshot>;

export const huntUpdated = defineEvent({
  type: 'hunt.updated',
  version: 1,
  topic,
  consumers: ['payment', 'notification'],
  key: (data) => data.product.id,
  schema: productSnapshot,
});

const key = (data: { huntId: string }) => data.huntId;
const subject = { huntId: id, handle: z.string(), title: z.string() };

export const huntCluePublished = defineEvent({
  type: 'hunt.clue_published',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: z.object({
    ...subject,
    clueId: id,
    kind: z.enum(['clue', 'update']),
    /** Without its text: members read it on the page. */
    clueTitle: z.string(),
    number: z.int().positive(),
    publishedAt: timestamp,
  }),
});

export const huntCompleted = defineEvent({
  type: 'hunt.completed',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: z.object({ ...subject, claimId: id, completedAt: timestamp }),
});

export const claimVerified = defineEvent({
  type: 'claim.verified',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: z.object({ ...subject, claimId: id, verifiedAt: timestamp }),
});

/** The winning claim was rejected: the hunt is active again with a new code. */
export const claimRejected = defineEvent({
  type: 'claim.rejected',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: z.object({ ...subject, claimId: id, rejectedAt: timestamp }),
});

export const stashUnlocked = defineEvent({
  type: 'stash.unlocked',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: z.object({ ...subject, unlockedAt: timestamp }),
});

/** Staff called the hunt off: payment refunds every member. */
export const huntCancelled = defineEvent({
  type: 'hunt.cancelled',
  version: 1,
  topic,
  consumers: ['payment'],
  key,
  /** `reason`: plain text for the members. */
  schema: z.object({ ...subject, reason: z.string(), cancelledAt: timestamp }),
});
