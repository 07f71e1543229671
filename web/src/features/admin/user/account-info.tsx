import type { Account } from '@cairn/contracts/http/back-office.ts';
import type { ReactNode } from 'react';
import styles from '../ui/admin.module.css';
import { formatMoment } from '../ui/moments.ts';
import { nameOf } from '../users/selection.ts';
import { AccountBadge } from '../users/users-table.tsx';

export function AccountInfo({ account }: { account: Account }) {
  return (
    <dl className={styles['facts']}>
      <Fact name="User ID">{account.id}</Fact>
      <Fact name="Email">{account.email}</Fact>
      <Fact name="Name">{nameOf(account) || '–'}</Fact>
      <Fact name="Status">
        <AccountBadge status={account.status} />
      </Fact>
      <Fact name="Verified">{account.email_verified ? 'Yes' : 'No'}</Fact>
      <Fact name="Created">{formatMoment(account.created_at)}</Fact>
      <Fact name="Last Login">
        {account.last_login ? formatMoment(account.last_login) : 'Never'}
      </Fact>
      <Fact name="Admin">{account.is_admin ? 'Yes' : 'No'}</Fact>
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
