import {
  getActivity,
  listActingAdmins,
  listActivities,
} from '@cairn/contracts/http/staff-activity.ts';
import { exportActivities } from '@cairn/contracts/internal/admin.ts';
import { findPeople, MOST_PEOPLE } from '@cairn/contracts/internal/auth.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { paginate, rowsOfPage } from '@cairn/service-kit/pages.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import { z } from 'zod';
import { type Person, presentActivity, presentAdmin } from './activities.presenter.ts';
import * as store from './activities.store.ts';

const activityId = z.guid();

export function addActivityRoutes(routes: Routes, pool: Pool, auth: ServiceClient): void {
  routes.add(listActivities, async ({ query: { page, limit, ...filter } }) => {
    const [rows, total] = await Promise.all([
      store.listActivities(pool, filter, rowsOfPage({ page, limit })),
      store.countActivities(pool, filter),
    ]);
    const activities = await withAdmins(rows, auth);
    return { activities, pagination: paginate({ page, limit }, total) };
  });

  routes.add(getActivity, async ({ params }) => {
    const isId = activityId.safeParse(params.id).success;
    const row = isId ? await store.findActivity(pool, params.id) : null;
    const [activity] = row ? await withAdmins([row], auth) : [];
    if (!activity) throw new NotFoundError('No activity data found.');
    return activity;
  });

  routes.add(listActingAdmins, async () => {
    const ids = await store.listActingAdmins(pool);
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
