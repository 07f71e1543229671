import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { fillPath } from '@cairn/contracts/http/endpoints.ts';
import { cancelHunt } from '@cairn/contracts/http/hunt-cancellations.ts';
import { listReleasePlan } from '@cairn/contracts/http/release-plan.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import {
  createClue,
  createHunt,
  deleteClue,
  getStaffHunt,
  listStaffClues,
  listStaffHunts,
  previewClue,
  updateClue,
  updateHunt,
} from '@cairn/contracts/http/staff-hunts.ts';
import { type Answer, call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';

export const ADMIN_ID = randomUUID();

/** A hunt that staff might write; what a test is about is in its changes. */
export function newHunt(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    handle: `hunt-${randomUUID().slice(0, 8)}`,
    title: 'The Lantern Road',
    region: 'Maine',
    description: 'A keeper went inland with the last lamp.',
    intro: 'He walked until no one asked him about the sea.',
    rules: 'One.\nTwo.',
    price_amount: 19.99,
    base_value: 500,
    bonus_per_purchase: 7.5,
    ...changes,
  };
}

export function newClue(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    kind: 'clue',
    title: 'First light',
    body_html: '<p>Keep the water on your left.</p>',
    publish_at: null,
    ...changes,
  };
}

export type Staff = ReturnType<typeof staffOf>;

type SendOptions = { key?: string; by?: string; ifMatch?: string };

/** Calls the staff routes as one admin. */
export function staffOf(url: string) {
  const token = adminToken(ADMIN_ID);
  function send(
    route: AnyRoute,
    params: Record<string, string> = {},
    json?: unknown,
    { key = randomUUID(), by = token, ifMatch }: SendOptions = {},
  ) {
    const { method, path } = route;
    const body = json === undefined ? {} : { json };
    const headers = { 'idempotency-key': key, ...(ifMatch ? { 'if-match': ifMatch } : {}) };
    return call(url + fillPath(path, params), { method, token: by, headers, ...body });
  }
  return {
    send,
    listHunts: () => send(listStaffHunts),
    getHunt: (id: string) => send(getStaffHunt, { id }),
    createHunt: (command: unknown) => send(createHunt, {}, command),
    updateHunt: (id: string, command: unknown) => send(updateHunt, { id }, command),
    cancelHunt: (id: string, reason: unknown, key?: string) =>
      send(cancelHunt, { id }, { reason }, key ? { key } : {}),
    listClues: (id: string) => send(listStaffClues, { id }),
    createClue: (id: string, command: unknown) => send(createClue, { id }, command),
    updateClue: (id: string, clueId: string, command: unknown) =>
      send(updateClue, { id, clueId }, command),
    deleteClue: (id: string, clueId: string) => send(deleteClue, { id, clueId }),
    previewClue: (body_html: string) => send(previewClue, {}, { body_html }),
    listPlan: () => send(listReleasePlan),
  };
}

/** The parsed body of an answer that must have this status. */
export function bodyOf<Parsed>(
  { status, body }: Answer,
  schema: { parse(value: unknown): Parsed },
  expected = 200,
): Parsed {
  if (status !== expected) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return schema.parse(body);
}

/** The staff actions among these events. */
export function actsIn(events: EventEnvelope[]) {
  return events
    .filter(({ type }) => type === staffActed.type)
    .map(({ data }) => staffActed.schema.parse(data));
}

export const makeHunt = async (staff: Staff, changes: Record<string, unknown> = {}) =>
  bodyOf(await staff.createHunt(newHunt(changes)), createHunt.answer, 201);

export const makeClue = async (staff: Staff, huntId: string, changes = {}) =>
  bodyOf(await staff.createClue(huntId, newClue(changes)), createClue.answer, 201);
