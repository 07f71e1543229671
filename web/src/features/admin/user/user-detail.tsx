import { useQuery } from '@tanstack/react-query';
import { Card, Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { adminQuery } from '../api/call-route.ts';
import { UserDeliveries } from '../deliveries/user-deliveries.tsx';
import { FocusKeeper } from '../ui/focus-keeper.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { AccountInfo } from './account-info.tsx';
import { AlertsTable } from './alerts-table.tsx';
import { PurchasesTable } from './purchases-table.tsx';
import { UserActions } from './user-actions.tsx';

export function UserDetail({ userId }: { userId: string }) {
  const query = useQuery(
    adminQuery('GET /api/admin/accounts/:id', { params: { id: userId } }, 'account', userId),
  );
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <Notice>No user data found.</Notice>;
  }
  return (
    <FocusKeeper>
      <Loaded query={query} failedText="Failed to fetch user data">
        {({ account, purchases, alerts }) => (
          <Stack gap="large">
            <Card as="section">
              <Stack>
                <h2>Account Information</h2>
                <AccountInfo account={account} />
                <UserActions account={account} />
              </Stack>
            </Card>
            <section>
              <Stack>
                <h2>Purchases</h2>
                <PurchasesTable purchases={purchases} />
              </Stack>
            </section>
            {alerts.length > 0 && (
              <section>
                <Stack>
                  <h2>Alert Preferences</h2>
                  <AlertsTable alerts={alerts} />
                </Stack>
              </section>
            )}
            <UserDeliveries userId={userId} />
          </Stack>
        )}
      </Loaded>
    </FocusKeeper>
  );
}
