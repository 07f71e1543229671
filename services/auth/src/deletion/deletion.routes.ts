import { deleteAccount } from '@cairn/contracts/http/accounts.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { DeletionService } from './deletion.service.ts';

export function addDeletionRoutes(routes: Routes, deletion: DeletionService): void {
  routes.add(deleteAccount, async ({ body, identity }) => {
    await deletion.deleteOwnAccount(identity, body.password);
    return { message: 'Your account has been deleted.' };
  });
}
