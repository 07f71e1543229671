const WEEK_MS = 7 * 24 * 3600 * 1000;

/**
 * Topics are made explicitly before the first process starts. Those with personal data keep seven
 * days (P-4.6); so do the others, since consumers keep what they need in their own schema.
 */
export const TOPICS = [
  { name: 'users', partitions: 3, retentionMs: WEEK_MS },
  { name: 'purchases', partitions: 3, retentionMs: WEEK_MS },
  { name: 'hunts', partitions: 3, retentionMs: WEEK_MS },
  { name: 'staff', partitions: 3, retentionMs: WEEK_MS },
] as const;

export type TopicName = (typeof TOPICS)[number]['name'];
