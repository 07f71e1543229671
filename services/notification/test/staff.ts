import { staffActed } from '@cairn/contracts/events/staff.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import { previewEmail } from '@cairn/contracts/http/staff-messages.ts';
import { listUnpublished } from '@cairn/events/outbox.store.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import type { Notification } from './harness.ts';

export function draftOfMailing(change: Record<string, unknown> = {}) {
  return { subject: 'News', content: '<p>Look north</p>', to: null, ...change };
}

/** Calls the staff routes as one admin. */
export function asStaff(notification: () => Notification, adminId: string) {
  const token = adminToken(adminId);
  return {
    act(route: AnyRoute, command: unknown, id = '', key?: string, ifMatch?: string) {
      const { method, path } = route;
      const url = notification().url + path.replace(':id', id);
      const headers: Record<string, string> = {
        ...(key && { 'idempotency-key': key }),
        ...(ifMatch && { 'if-match': ifMatch }),
      };
      return call(url, { method, token, headers, json: command ?? {} });
    },
    ask(route: AnyRoute, id = '', query = '') {
      return call(notification().url + route.path.replace(':id', id) + query, { token });
    },
    preview(json: unknown) {
      return call(notification().url + previewEmail.path, { token, json });
    },
    /** The staff actions published for the activity log, in order. */
    async acts(): Promise<{ action: string; after: unknown }[]> {
      const events = await listUnpublished(notification().context.pool, 100);
      return events
        .map(({ data }) => staffActed.schema.parse(data))
        .map(({ action, after }) => ({ action, after }));
    },
  };
}
