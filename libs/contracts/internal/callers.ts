import { SERVICE_NAMES, type ServiceName } from '../services.ts';

export type Caller = 'gateway' | ServiceName;

/** Processes that make internal calls, each with its own signing key. */
export const CALLERS: readonly Caller[] = ['gateway', ...SERVICE_NAMES];
