/** Processes that make internal calls, each with a signing key of its own. */
export const CALLERS = ['gateway', 'auth', 'catalog', 'payment', 'notification', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];
