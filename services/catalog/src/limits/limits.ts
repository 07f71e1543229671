import { claimTreasure, verifyStashCode } from '@cairn/contracts/http/claims.ts';
import type { OwnerLimitName } from '@cairn/contracts/http/route.ts';

/** The routes whose limits this service counts. */
export const LIMITED_ROUTES = [claimTreasure, verifyStashCode] as const;

export type CodeLimit = OwnerLimitName<(typeof LIMITED_ROUTES)[number]>;
