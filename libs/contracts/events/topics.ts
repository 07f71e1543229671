const WEEK_MS = 7 * 24 * 3600 * 1000;

/**
 * Topics are created explicitly before the first process starts. Topics with personal data retain
 * seven days (P-4.6); so do the others, since consumers store what they need in their own schema.
 */
export const TOPICS = [
  { name: 'users', partitions: 3, retentionMs: WEEK_MS },
  { name: 'purchases', partitions: 3, retentionMs: WEEK_MS },
  { name: 'hunts', partitions: 3, retentionMs: WEEK_MS },
  { name: 'staff', partitions: 3, retentionMs: WEEK_MS },
] as const;

export type TopicName = (typeof TOPICS)[number]['name'];
