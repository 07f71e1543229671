import type { listDeliveries } from '@cairn/contracts/http/staff-messages.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { adminKey, adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { showToast } from '../ui/toast.ts';
import { useKeyset } from '../ui/use-keyset.ts';
import { Fact } from '../user/account-info.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';

type Recipient = NonNullable<z.output<typeof listDeliveries.answer>['recipient']>;

/** Lists the messages to one user and the reasons why some were not sent. */
export function UserDeliveries({ userId }: { userId: string }) {
  const keyset = useKeyset(10);
  const query = useQuery({
    ...adminQuery(
      'GET /api/admin/deliveries',
      { query: { user: userId, ...keyset.listQuery } },
      'deliveries',
      'of',
      userId,
      keyset.listQuery,
    ),
    placeholderData: keepPreviousData,
  });
  // The notification service returns 404 for users who never were recipients.
  const isUnknown = query.error instanceof ApiError && query.error.status === 404;
  return (
    <section>
      <Stack>
        <h2>Messages</h2>
        {isUnknown ? (
          <DeliveriesTable deliveries={[]} emptyText={NONE} />
        ) : (
          <Loaded query={query} failedText="Failed to fetch messages">
            {({ recipient, deliveries, pagination }) => (
              <Stack>
                {recipient && <RecipientFacts recipient={recipient} />}
                <DeliveriesTable
                  deliveries={deliveries}
                  emptyText={NONE}
                  sorting={keyset.sorting}
                  isStale={query.isPlaceholderData}
                />
                {pagination.total > 0 && (
                  <KeysetPager
                    pagination={pagination}
                    ids={deliveries.map(({ id }) => id)}
                    noun="messages"
                    keyset={keyset}
                  />
                )}
              </Stack>
            )}
          </Loaded>
        )}
      </Stack>
    </section>
  );
}

const NONE = 'No message was requested.';

function RecipientFacts({ recipient }: { recipient: Recipient }) {
  const { phone, phone_verified, suppressions } = recipient;
  return (
    <Stack>
      <dl className={styles['facts']}>
        <Fact name="Phone">
          {phone ? `${phone} (${phone_verified ? 'verified' : 'not verified'})` : 'None'}
        </Fact>
        <Fact name="Held back">
          {suppressions.length === 0
            ? 'Nothing'
            : suppressions.map(({ channel, cause, kinds, since }) => (
                <p key={`${channel} ${cause}`}>
                  {channel === 'sms' ? 'SMS' : 'Email'}: {cause}, since {formatMoment(since)} (
                  {kinds.join(', ')})
                </p>
              ))}
        </Fact>
      </dl>
      {suppressions.some(({ cause }) => LIFTABLE.test(cause)) && (
        <LiftSuppression userId={recipient.user_id} />
      )}
    </Stack>
  );
}

/** Staff cannot lift a suppression that the user requested. */
const LIFTABLE = /bounce|spam|drop/;

function LiftSuppression({ userId }: { userId: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const queryClient = useQueryClient();
  const lift = useMutation({
    mutationFn: () => callRoute('DELETE /api/admin/suppressions/:userId', { params: { userId } }),
    onSuccess: async () => {
      setConfirming(false);
      await queryClient.invalidateQueries({ queryKey: adminKey('deliveries') });
      showToast('Mail goes to this address again.');
    },
  });
  return (
    <div>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        Let mail go again
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Let mail go again?"
        confirmText="Let mail go again"
        isBusy={lift.isPending}
        error={lift.error}
        onConfirm={() => lift.mutate()}
        onClose={() => setConfirming(false)}
      >
        <p>
          Mail to this address bounced or was reported as spam. Do this only when you know that it
          works again or that the person wants it: more of the same harms all our mail.
        </p>
      </ConfirmDialog>
    </div>
  );
}
