/** Processes that make internal calls, each with its own signing key. */
export const CALLERS = ['gateway', 'auth', 'catalog', 'payment', 'notification', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];
