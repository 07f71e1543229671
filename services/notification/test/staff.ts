import { staffActed } from '@cairn/contracts/events/staff.ts';
import { previewEmail } from '@cairn/contracts/http/staff-messages.ts';
import { asStaffAct, asStaffQuery } from '@cairn/contracts/internal/staff.ts';
import { listUnpublished } from '@cairn/events/outbox.store.ts';
import { call } from '@cairn/testing/http.ts';
import type { Notification } from './harness.ts';

type Route = Parameters<typeof asStaffAct>[0];

export function draftOfMailing(change: Record<string, unknown> = {}) {
  return { subject: 'News', content: '<p>Look north</p>', to: null, ...change };
}

/** What the admin service asks of this one, as it asks it. */
export function asStaff(notification: () => Notification, adminId: string) {
  return {
    act(route: Route, command: unknown, id = '') {
      const path = asStaffAct(route).path.replace(':id', id);
      return call(notification().url + path, { isInternal: true, json: { adminId, command } });
    },
    ask(route: Route, id = '', query = '') {
      const path = asStaffQuery(route).path.replace(':id', id);
      return call(notification().url + path + query, { isInternal: true });
    },
    preview(json: unknown) {
      const { path } = asStaffQuery(previewEmail);
      return call(notification().url + path, { isInternal: true, json });
    },
    /** What the activity log is told, in order. */
    async acts(): Promise<{ action: string; after: unknown }[]> {
      const events = await listUnpublished(notification().context.pool, 100);
      return events
        .map(({ data }) => staffActed.schema.parse(data))
        .map(({ action, after }) => ({ action, after }));
    },
  };
}
