/** Prefix of the query keys of personal data; removed with the session. */
export const PERSONAL_KEY = ['personal'] as const;
/** Prefixes of what the live stream invalidates; the hunt's handle follows. */
export const HUNT_DATA_KEY = [...PERSONAL_KEY, 'hunt'] as const;
export const FAIRNESS_KEY = ['fairness'] as const;
export const PUBLIC_HUNT_KEY = ['public-hunt'] as const;
