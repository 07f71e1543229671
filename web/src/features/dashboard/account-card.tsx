import type { User } from '@cairn/contracts/http/accounts.ts';
import { LinkButton } from '../../components/ui/button.tsx';
import { Card, Row, Stack } from '../../components/ui/layout.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { AccountSettings } from '../account-settings/account-settings.tsx';
import styles from './dashboard.module.css';

export function AccountCard({ user }: { user?: User }) {
  return (
    <Card as="section">
      <Stack>
        <h2 className={styles['title']}>Account</h2>
        {user ? (
          <dl className={styles['account']}>
            <dt>Email</dt>
            <dd>{user.email}</dd>
          </dl>
        ) : (
          <Skeleton height="3rem" width="16rem" />
        )}
        {user?.isAdmin && (
          <Row>
            <LinkButton to="/admin">Admin Dashboard</LinkButton>
            <LinkButton to="/admin/overview" variant="quiet">
              Overview
            </LinkButton>
          </Row>
        )}
        {user && <AccountSettings email={user.email} />}
      </Stack>
    </Card>
  );
}
