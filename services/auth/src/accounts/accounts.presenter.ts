import type { Account } from '@cairn/contracts/http/back-office.ts';
import type { FoundAccount } from './account-search.store.ts';
import type { AccountRow, PersonRow } from './accounts.store.ts';

export function presentAccount(user: AccountRow): Account {
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    status: user.status,
    email_verified: user.emailVerified,
    is_admin: user.isAdmin,
    created_at: user.createdAt.toISOString(),
    last_login: user.lastLogin?.toISOString() ?? null,
    version: user.version,
  };
}

export function presentName({ id, email, firstName, lastName }: PersonRow) {
  return { id, email, first_name: firstName, last_name: lastName };
}

/** For the search of the back office. */
export function presentFoundAccount({ id, email, firstName, lastName, status }: FoundAccount) {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const detail = status === 'active' ? name : [name, status].filter(Boolean).join(', ');
  return { kind: 'user' as const, id, label: email, detail };
}
