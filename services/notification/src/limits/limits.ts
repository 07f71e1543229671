import { setPhone, verifyPhone } from '@cairn/contracts/http/alerts.ts';
import { sendContactMessage } from '@cairn/contracts/http/messages.ts';
import type { OwnerLimitName } from '@cairn/contracts/http/route.ts';

/** The routes whose limits this service counts. */
export const LIMITED_ROUTES = [sendContactMessage, setPhone, verifyPhone] as const;

export type LimitName = OwnerLimitName<(typeof LIMITED_ROUTES)[number]>;
