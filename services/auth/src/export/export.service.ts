import type { exportAccount } from '@cairn/contracts/http/accounts.ts';
import { exportActivities } from '@cairn/contracts/internal/admin.ts';
import { exportMemberships } from '@cairn/contracts/internal/catalog.ts';
import { exportMessages } from '@cairn/contracts/internal/notification.ts';
import { exportPayments } from '@cairn/contracts/internal/payment.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { z } from 'zod';
import { presentAccount } from '../accounts/accounts.presenter.ts';
import { presentSession } from '../sessions/sessions.presenter.ts';
import type { SessionService } from '../sessions/sessions.service.ts';

export type ExportService = {
  /** Rejects with 502 or 504 if one of the services does not answer: an export is complete or fails. */
  gather(identity: Identity): Promise<z.infer<typeof exportAccount.answer>>;
};

export type ExportSources = Record<'catalog' | 'payment' | 'notification' | 'admin', ServiceClient>;

export function createExportService(
  sessions: Pick<SessionService, 'getUser' | 'list'>,
  { catalog, payment, notification, admin }: ExportSources,
): ExportService {
  return {
    async gather(identity) {
      const user = await sessions.getUser(identity);
      const params = { userId: user.id };
      const [{ memberships }, { purchases, attempts }, messages, { activities }] =
        await Promise.all([
          catalog.call(exportMemberships, { params }),
          payment.call(exportPayments, { params }),
          notification.call(exportMessages, { params }),
          admin.call(exportActivities, { params }),
        ]);
      const own = await sessions.list(identity);
      return {
        exported_at: new Date().toISOString(),
        // Without the password hash and the token version.
        account: { ...presentAccount(user), products: user.products },
        sessions: own.map((session) => presentSession(session, identity)),
        memberships,
        purchases,
        payment_attempts: attempts,
        messages,
        staff_activities: activities,
      };
    },
  };
}
