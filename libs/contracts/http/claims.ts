import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { DAY, HOUR, MINUTE, ownerLimit } from './limits.ts';
import { defineRoute, errorBody } from './route.ts';

/** Longer than any code with separators, short enough to parse cheaply. */
const CODE_MAX = 200;

const INCORRECT = 'Please enter the code';

export const enteredCode = z
  .string(INCORRECT)
  .regex(/\S/, INCORRECT)
  .max(CODE_MAX, 'That is longer than any code');

/** 32 random bytes in hex, generated and kept by the page before it sends; the claimant's secret. */
export const claimKey = z.string().regex(/^[0-9a-f]{64}$/, 'A claim key is 64 hex digits');

const byHandle = z.object({ handle: z.string().max(80) });

const wrongCodes = [
  // All addresses together, for one hunt or for all stashes.
  ownerLimit('wrong-codes-hunt', { points: 1_000, seconds: HOUR, withoutRedis: 100 }),
  // Each address, while `wrong-codes-hunt` is exceeded.
  ownerLimit('wrong-codes-hunt-address', { points: 1, seconds: MINUTE, withoutRedis: 1 }),
] as const;

export const claimTreasure = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/hunts/:handle/claim',
  access: 'anyone',
  limits: [
    ownerLimit('treasure-code-address', { points: 10, seconds: MINUTE, withoutRedis: 3 }),
    ownerLimit('treasure-code-hunt-address', { points: 100, seconds: DAY, withoutRedis: 10 }),
    ...wrongCodes,
  ],
  summary:
    'Enter the code from the box. The same claimKey with the right code is the same 200 for ever',
  params: byHandle,
  body: z.object({ code: enteredCode, claimKey: claimKey.optional() }),
  answer: z.object({ claimId: id, claimSecret: z.string(), message: z.string() }),
});

const commitment = z.object({
  /** Hex SHA-256 of the salt's 32 bytes followed by the normalised code in UTF-8. */
  commitment: z.string(),
  algorithm: z.string(),
  committed_at: timestamp,
});
const reveal = z.object({
  /** hex */
  salt: z.string(),
  code: z.string(),
});

export const fairness = commitment.extend({
  /** Present after staff have verified the winning claim. */
  reveal: reveal.nullable(),
  /** Codes of rejected claims, newest first. */
  previous: z.array(commitment.extend({ reveal })),
});
export type Fairness = z.infer<typeof fairness>;

export const getFairness = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/hunts/:handle/fairness',
  access: 'anyone',
  summary: 'What was committed to before the hunt began, and what was revealed after it',
  params: byHandle,
  answer: fairness,
});

export const verifyStashCode = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/porter-stash-code/verify',
  access: 'anyone',
  limits: [
    ownerLimit('stash-code-address', { points: 3, seconds: MINUTE, withoutRedis: 3 }),
    ...wrongCodes,
  ],
  summary: 'Open a stash by its code; 3 tries in 60 s',
  body: z.object({ code: enteredCode }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
  // Refusals of the gateway lack `success`.
  refusal: errorBody.extend({ success: z.literal(false).optional() }),
});
