import type { ActingAdmin, Activity } from '@cairn/contracts/http/staff-activity.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/use-session.ts';
import { adminQuery } from '../api/call-route.ts';
import { nameOf } from '../users/selection.ts';

/** All admins in the activity log, by id, and the current user. */
export function useActingAdmins(): Map<string, string> {
  const { user } = useSession();
  const { data } = useQuery(adminQuery('GET /api/admin/activity-admins', {}, 'acting-admins'));
  const texts = (data?.admins ?? []).map((admin) => [admin.id, textOf(admin)] as const);
  const admins = new Map(texts.toSorted(([, one], [, other]) => one.localeCompare(other)));
  if (user) admins.set(user.id, `${user.email} (you)`);
  return admins;
}

/** Deleted accounts differ by the start of their ids. */
function textOf({ id, email, ...names }: ActingAdmin): string {
  return email
    ? adminText({ admin_email: email, ...names })
    : `${DELETED_ACCOUNT} (${id.slice(0, 8)}…)`;
}

const DELETED_ACCOUNT = 'Deleted account';

export function adminText({
  admin_email,
  ...names
}: Pick<Activity, 'admin_email' | 'first_name' | 'last_name'>): string {
  const name = nameOf(names);
  const email = admin_email ?? DELETED_ACCOUNT;
  return name ? `${name} (${email})` : email;
}

/** The name of an admin by id; null for the SQL tool or a deleted account. */
export function useAdminName(): (id: string | null) => string {
  const admins = useActingAdmins();
  return (id) => (id ? (admins.get(id) ?? 'Another admin') : 'The SQL tool or a deleted account');
}
