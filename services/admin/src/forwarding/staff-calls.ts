import { deleteAccountByStaff, updateAccount } from '@cairn/contracts/http/back-office.ts';
import type { RouteDefinition } from '@cairn/contracts/http/route.ts';
import {
  createClue,
  createHunt,
  decideClaim,
  deleteClue,
  getStaffHunt,
  listClaims,
  listReleasePlan,
  listStaffClues,
  listStaffHunts,
  previewClue,
  updateClue,
  updateHunt,
} from '@cairn/contracts/http/staff-hunts.ts';
import {
  getMailing,
  liftSuppression,
  listDeliveries,
  listMailings,
  pauseMailing,
  previewEmail,
  resumeMailing,
  retryDelivery,
  retryMailing,
  sendEmail,
  stopMailing,
  testEmail,
} from '@cairn/contracts/http/staff-messages.ts';
import type { z } from 'zod';

export type StaffRoute = RouteDefinition<z.ZodType, z.ZodType, z.ZodType, z.ZodType, 'admin'>;

type StaffCalls = {
  /** Change something: the owner is told which admin acts. */
  acts: readonly StaffRoute[];
  /** Change nothing. */
  queries: readonly StaffRoute[];
};

export type Owner = 'auth' | 'catalog' | 'notification';

/** Which service answers what the back office asks through this one (contracts/internal/staff.ts). */
export const STAFF_CALLS: Readonly<Record<Owner, StaffCalls>> = {
  auth: { acts: [updateAccount, deleteAccountByStaff], queries: [] },
  catalog: {
    acts: [createHunt, updateHunt, createClue, updateClue, deleteClue, decideClaim],
    queries: [
      listStaffHunts,
      getStaffHunt,
      listStaffClues,
      previewClue,
      listReleasePlan,
      listClaims,
    ],
  },
  notification: {
    acts: [
      sendEmail,
      testEmail,
      pauseMailing,
      resumeMailing,
      stopMailing,
      retryMailing,
      retryDelivery,
      liftSuppression,
    ],
    queries: [previewEmail, listMailings, getMailing, listDeliveries],
  },
};
