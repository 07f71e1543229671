import type { ServiceName } from '../services.ts';
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
import { emailRequested, userDeleted, userRegistered, userUpdated, userVerified } from './users.ts';

/**
 * Which service handles which event. A service does not start unless it has exactly one handler for
 * each of its subscriptions. The gateway is absent: it keeps snapshots in memory and has no inbox.
 */
export const SUBSCRIPTIONS = {
  auth: [purchaseRecorded, purchaseRefunded, purchaseDisputed, userDeleted],
  catalog: [purchaseRecorded, purchaseRefunded, purchaseDisputed, userDeleted],
  payment: [userUpdated, userDeleted, huntUpdated, huntCancelled],
  notification: [
    userRegistered,
    userVerified,
    userUpdated,
    userDeleted,
    emailRequested,
    purchaseRecorded,
    purchaseRefunded,
    purchaseDisputed,
    purchaseRejected,
    huntUpdated,
    huntCluePublished,
    huntCompleted,
    claimVerified,
    claimRejected,
    stashUnlocked,
  ],
  admin: [staffActed, userDeleted],
} as const satisfies Record<ServiceName, readonly EventDefinition[]>;
