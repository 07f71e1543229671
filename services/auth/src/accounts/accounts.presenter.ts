import type { Account } from '@cairn/contracts/http/back-office.ts';
import type { AccountRow } from './accounts.store.ts';

export function presentAccount(user: AccountRow): Account {
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    status: user.status,
    email_verified: user.email_verified,
    is_admin: user.is_admin,
    created_at: user.created_at.toISOString(),
    last_login: user.last_login?.toISOString() ?? null,
  };
}
