import {
  exportActivityLog,
  getActivity,
  listActingAdmins,
  listActivities,
} from '@cairn/contracts/http/staff-activity.ts';
import { exportActivities } from '@cairn/contracts/internal/admin.ts';
import { findPeople, MOST_PEOPLE } from '@cairn/contracts/internal/auth.ts';
import { exportList } from '@cairn/events/export-list.ts';
import { toLoggedId } from '@cairn/events/staff-acts.ts';
import type { Context } from '@cairn/service/context.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { toCountLimit, toListAnswer, toListPage } from '@cairn/service-kit/keyset.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import { z } from 'zod';
import {
  ACTIVITY_HEADER,
  type Person,
  presentActivity,
  presentAdmin,
  toActivityCells,
} from './activities.presenter.ts';
import * as store from './activities.store.ts';

const activityId = z.guid();

export type ActivityRoutesOptions = Pick<Context, 'pool' | 'reads' | 'publish'> & {
  auth: ServiceClient;
};

export function addActivityRoutes(
  routes: Routes,
  { pool, reads, publish, auth }: ActivityRoutesOptions,
): void {
  routes.add(listActivities, async ({ query }) => {
    const [found, counted] = await Promise.all([
      store.listActivities(reads, query, toListPage(query)),
      store.countActivities(reads, query, toCountLimit(query)),
    ]);
    const { rows, pagination } = toListAnswer(found, query, counted);
    return { activities: await withAdmins(rows, auth), pagination };
  });

  routes.add(exportActivityLog, ({ query, identity }) => {
    const { admin, day, subject } = query;
    return exportList({ pool, publish }, identity.userId, query, {
      action: 'activities_export',
      subjectType: 'activity',
      header: ACTIVITY_HEADER,
      filter: { admin: toLoggedId(admin), day, subject: toLoggedId(subject) },
      list: async (page) =>
        withAdmins(await store.listActivities(reads, query, { ...page, offset: 0 }), auth),
      toCells: toActivityCells,
    });
  });

  routes.add(getActivity, async ({ params }) => {
    const isId = activityId.safeParse(params.id).success;
    const row = isId ? await store.findActivity(pool, params.id) : null;
    const [activity] = row ? await withAdmins([row], auth) : [];
    if (!activity) throw new NotFoundError('No activity data found.');
    return activity;
  });

  routes.add(listActingAdmins, async () => {
    const ids = await store.listActingAdmins(reads);
    const people = await findAll(ids, auth);
    return { admins: ids.map((id) => presentAdmin(id, people)) };
  });

  routes.add(exportActivities, async ({ params }) => {
    const rows = await store.listActivitiesOfUser(pool, params.userId);
    return { activities: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  });
}

async function withAdmins(rows: store.ActivityRow[], auth: ServiceClient) {
  if (rows.length === 0) return [];
  const people = await findAll([...new Set(rows.map(({ adminId }) => adminId))], auth);
  return rows.map((row) => presentActivity(row, people));
}

async function findAll(ids: string[], auth: ServiceClient): Promise<Person[]> {
  const found: Person[] = [];
  for (let from = 0; from < ids.length; from += MOST_PEOPLE) {
    const body = { ids: ids.slice(from, from + MOST_PEOPLE) };
    found.push(...(await auth.call(findPeople, { body })).people);
  }
  return found;
}
