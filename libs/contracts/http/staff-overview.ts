import { z } from 'zod';
import { handle, id, timestamp } from '../ids.ts';
import { currency, sumOfDollars } from '../money.ts';
import type { ServiceName } from '../services.ts';
import { defineRoute } from './route.ts';

/** The last 1, 7 or 30 days in UTC, with today. */
export const overviewDays = z.enum(['1', '7', '30']);
export type OverviewDays = z.output<typeof overviewDays>;

/** Days of the trends. */
export const TREND_DAYS = 30;

const count = z.int().nonnegative();
const seconds = z.number().nonnegative();

/** Days in UTC, both inclusive. */
const period = { from: z.iso.date(), to: z.iso.date() };

/** `previous`: the same hours of as many days before. */
const comparedCount = z.object({ current: count, previous: count });

/** Dollars. */
const charges = z.object({ count, amount: sumOfDollars });
const comparedCharges = z.object({ current: charges, previous: charges });
export type ComparedCharges = z.output<typeof comparedCharges>;

/** The age of the oldest entry that waits; 0 without one. */
const queue = z.object({
  name: z.enum(['events', 'refunds', 'releases', 'deliveries']),
  oldest_seconds: seconds,
});
export type QueueAge = z.output<typeof queue>;

const queues = z.array(queue);

const defineOverview = <Name extends string, Answer extends z.ZodType>(
  owner: ServiceName,
  name: Name,
  summary: string,
  answer: Answer,
) =>
  defineRoute({
    owner,
    method: 'GET',
    path: `/api/admin/overview/${name}` as const,
    access: 'admin',
    summary,
    query: z.object({ days: overviewDays.default('7') }),
    answer,
  });

export const getPaymentsOverview = defineOverview(
  'payment',
  'payments',
  'Sales, refunds and disputes of a period and of the one before, and money that is not settled',
  z.object({
    ...period,
    currency,
    /** Charges that were accepted, also those that were refunded later. */
    sales: comparedCharges,
    /** Accepted charges by the time at which Stripe completed their refund. */
    refunds: comparedCharges,
    /** Charges by the time of their first dispute. */
    disputes: comparedCharges,
    /** Now: refunds that are not complete, open disputes, and rejected charges that are not refunded. */
    unsettled: charges,
    queues,
  }),
);

export const getAccountsOverview = defineOverview(
  'auth',
  'accounts',
  'New accounts of a period and of the one before',
  z.object({ ...period, new_accounts: comparedCount, queues }),
);

export const getMessagesOverview = defineOverview(
  'notification',
  'messages',
  'Failed deliveries of a period and of the one before, and open contact messages',
  z.object({
    ...period,
    /** Deliveries that were requested in the period and failed. */
    failed_deliveries: comparedCount,
    open_messages: z.object({ count, oldest_seconds: seconds }),
    queues,
  }),
);

export const getHuntsOverview = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/overview/hunts',
  access: 'admin',
  summary: 'Open claims, the next releases and the prize of the active hunts',
  answer: z.object({
    open_claims: z.object({ count, oldest_seconds: seconds }),
    active_hunts: count,
    /** Dollars; the sum of the active hunts. */
    prize: sumOfDollars,
    scheduled_releases: count,
    /** The first of them. */
    next_releases: z.array(
      z.object({
        id,
        hunt_id: id,
        handle,
        hunt_title: z.string(),
        kind: z.enum(['clue', 'update']),
        number: z.int().positive(),
        title: z.string(),
        publish_at: timestamp,
        /** It is released when its hunt opens, if `publish_at` has passed by then. */
        waits_for_opening: z.boolean(),
      }),
    ),
    queues,
  }),
});

const ofHuntAndDay = { hunt_id: id, hunt_title: z.string(), day: z.iso.date() };

export const getSalesTrend = defineRoute({
  owner: 'payment',
  method: 'GET',
  path: '/api/admin/trends/sales',
  access: 'admin',
  summary: 'Sales per hunt and day (UTC) of the last 30 days; days without a sale are left out',
  answer: z.object({
    ...period,
    days: z.array(z.object({ ...ofHuntAndDay, ...charges.shape })),
  }),
});

export const getHuntsTrend = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/trends/hunts',
  access: 'admin',
  summary: 'Members and prize per hunt at the end of each of the last 30 days (UTC)',
  answer: z.object({
    ...period,
    days: z.array(
      z.object({
        ...ofHuntAndDay,
        members: count,
        /** Dollars. */
        prize: sumOfDollars,
      }),
    ),
  }),
});
