import { staffActed } from '@cairn/contracts/events/staff.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { CodeKeys } from '../codes/codes.service.ts';

export type StaffDependencies = {
  pool: Pool;
  publish: PublishEvent;
  keys: CodeKeys;
  logger: Logger;
  /** After the commit of an act by which a clue may be out. */
  onRelease: () => void;
};

export type StaffAct = {
  adminId: string;
  action:
    | 'hunt_create'
    | 'hunt_update'
    | 'hunt_open'
    | 'clue_create'
    | 'clue_update'
    | 'clue_delete'
    | 'image_upload';
  subjectType: 'hunt' | 'clue' | 'image';
  subjectId: string;
  /** The fields that changed: never a code, a phrase, or what is not out yet. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** To be called last, in the transaction of the act. */
export async function recordStaffAct(
  tx: Transaction,
  publish: PublishEvent,
  act: StaffAct,
): Promise<void> {
  await publish(tx, staffActed, { ...act, at: new Date().toISOString() });
}
