import { exportAccount } from '@cairn/contracts/http/accounts.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { ExportService } from './export.service.ts';

export function addExportRoutes(routes: Routes, exports: ExportService): void {
  routes.add(exportAccount, async ({ identity, request }) => {
    const document = await exports.gather(identity);
    request.res?.set({
      'content-disposition': `attachment; filename="cairn-account-${document.exported_at.slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    });
    return document;
  });
}
