import type { EventDefinition } from './define-event.ts';
import {
  claimRejected,
  claimVerified,
  huntCancelled,
  huntCluePublished,
  huntCompleted,
  huntUpdated,
  stashUnlocked,
} from './hunts.ts';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
  purchaseRejected,
} from './purchases.ts';
import { staffActed } from './staff.ts';
import {
  emailRequested,
  userDeleted,
  userRegistered,
  userSessionsRevoked,
  userUpdated,
  userVerified,
} from './users.ts';

/** Every event of Cairn. */
export const EVENTS: readonly EventDefinition[] = [
  userRegistered,
  userVerified,
  userUpdated,
  userDeleted,
  userSessionsRevoked,
  emailRequested,
  purchaseRecorded,
  purchaseRefunded,
  purchaseDisputed,
  purchaseRejected,
  huntUpdated,
  huntCluePublished,
  huntCompleted,
  huntCancelled,
  claimRejected,
  claimVerified,
  stashUnlocked,
  staffActed,
];
