import { PROCESSES, type TopicName } from '../services.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;

export type { TopicName };

/**
 * Topics are created explicitly before the first process starts. Topics with personal data retain
 * seven days (P-4.6); so do the others, since consumers store what they need in their own schema.
 */
export const TOPICS = Object.values(PROCESSES)
  .flatMap(({ topics }): readonly TopicName[] => topics)
  .map((name) => ({ name, retentionMs: WEEK_MS }));
