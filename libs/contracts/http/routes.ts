import { mapServices } from '../services.ts';
import * as accounts from './accounts.ts';
import * as alerts from './alerts.ts';
import * as backOffice from './back-office.ts';
import * as claims from './claims.ts';
import * as editors from './editors.ts';
import * as formDrafts from './form-drafts.ts';
import * as huntCancellations from './hunt-cancellations.ts';
import * as huntMemberView from './hunt-member-view.ts';
import * as huntReports from './hunt-reports.ts';
import * as hunts from './hunts.ts';
import * as images from './images.ts';
import { GENERAL_LIMIT, type Limit } from './limits.ts';
import * as mailingTemplates from './mailing-templates.ts';
import * as messages from './messages.ts';
import * as payments from './payments.ts';
import * as publicHunts from './public-hunts.ts';
import * as purchases from './purchases.ts';
import * as releasePlan from './release-plan.ts';
import { type AnyRoute, isRoute, type Owner } from './route.ts';
import * as site from './site.ts';
import * as staffActivity from './staff-activity.ts';
import * as staffClaims from './staff-claims.ts';
import * as staffContact from './staff-contact.ts';
import * as staffHunts from './staff-hunts.ts';
import * as staffMessages from './staff-messages.ts';
import * as staffOverview from './staff-overview.ts';
import * as staffPurchases from './staff-purchases.ts';
import * as staffSearch from './staff-search.ts';
import * as staffSql from './staff-sql.ts';
import * as textVersions from './text-versions.ts';
import * as treasureCodes from './treasure-codes.ts';

const MODULES = [
  site,
  accounts,
  alerts,
  backOffice,
  claims,
  editors,
  formDrafts,
  hunts,
  huntMemberView,
  huntCancellations,
  huntReports,
  images,
  mailingTemplates,
  messages,
  payments,
  publicHunts,
  purchases,
  releasePlan,
  staffActivity,
  staffClaims,
  staffContact,
  staffHunts,
  staffMessages,
  staffOverview,
  staffPurchases,
  staffSearch,
  staffSql,
  textVersions,
  treasureCodes,
] as const;

type ValueOf<Module> = Module extends unknown ? Module[keyof Module] : never;
type DefinedRoute = Extract<ValueOf<(typeof MODULES)[number]>, { method: string; path: string }>;

/** Every public route by its endpoint, such as `GET /api/products`. */
export type RoutesByEndpoint = {
  [Route in DefinedRoute as `${Route['method']} ${Route['path']}`]: Route;
};

const ROUTES: readonly AnyRoute[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module).filter(isRoute),
);

/** Every public route by the process that serves it. The gateway forwards only these. */
export const PUBLIC_ROUTES: Readonly<Record<Owner, readonly AnyRoute[]>> = {
  gateway: routesOf('gateway'),
  ...mapServices(routesOf),
};

/** Every limit of Cairn by name, for the variable LIMITS. */
export const LIMITS: ReadonlyMap<string, Limit> = collectLimits();

function routesOf(owner: Owner): AnyRoute[] {
  return ROUTES.filter((route) => route.owner === owner);
}

function collectLimits(): Map<string, Limit> {
  const limits = new Map<string, Limit>();
  for (const limit of [GENERAL_LIMIT, ...ROUTES.flatMap((route) => route.limits)]) {
    const known = limits.get(limit.name);
    if (known && known !== limit) throw new Error(`two limits have the name ${limit.name}`);
    limits.set(limit.name, limit);
  }
  return limits;
}
