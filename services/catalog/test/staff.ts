import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { type AnyRoute, fillPath } from '@cairn/contracts/http/route.ts';
import {
  createClue,
  createHunt,
  deleteClue,
  getStaffHunt,
  listReleasePlan,
  listStaffClues,
  listStaffHunts,
  previewClue,
  updateClue,
  updateHunt,
} from '@cairn/contracts/http/staff-hunts.ts';
import { asStaffAct, asStaffQuery } from '@cairn/contracts/internal/staff.ts';
import { type Answer, call } from '@cairn/testing/http.ts';

export const ADMIN_ID = randomUUID();

/** A hunt that staff might write; what a test is about is in its changes. */
export function newHunt(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    handle: `hunt-${randomUUID().slice(0, 8)}`,
    title: 'The Lantern Road',
    region: 'Maine',
    description: 'A keeper went inland with the last lamp.',
    intro: 'He walked until nobody asked him about the sea.',
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

/** The calls that the admin service forwards, as it forwards them. */
export function staffOf(url: string) {
  function ask(route: AnyRoute, params: Record<string, string> = {}, json?: unknown) {
    const { method, path } = asStaffQuery(route as AnyRoute & { access: 'admin' });
    const body = json === undefined ? {} : { json };
    return call(url + fillPath(path, params), { method, isInternal: true, ...body });
  }
  function act(route: AnyRoute, params: Record<string, string>, command: unknown = {}) {
    const { method, path } = asStaffAct(route as AnyRoute & { access: 'admin' });
    const json = { adminId: ADMIN_ID, command };
    return call(url + fillPath(path, params), { method, isInternal: true, json });
  }
  return {
    listHunts: () => ask(listStaffHunts),
    getHunt: (id: string) => ask(getStaffHunt, { id }),
    createHunt: (command: unknown) => act(createHunt, {}, command),
    updateHunt: (id: string, command: unknown) => act(updateHunt, { id }, command),
    listClues: (id: string) => ask(listStaffClues, { id }),
    createClue: (id: string, command: unknown) => act(createClue, { id }, command),
    updateClue: (id: string, clueId: string, command: unknown) =>
      act(updateClue, { id, clueId }, command),
    deleteClue: (id: string, clueId: string) => act(deleteClue, { id, clueId }),
    previewClue: (body_html: string) => ask(previewClue, {}, { body_html }),
    listPlan: () => ask(listReleasePlan),
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

/** What was written down of acts of staff, among these events. */
export function actsIn(events: EventEnvelope[]) {
  return events
    .filter(({ type }) => type === staffActed.type)
    .map(({ data }) => staffActed.schema.parse(data));
}

export const makeHunt = async (staff: Staff, changes: Record<string, unknown> = {}) =>
  bodyOf(await staff.createHunt(newHunt(changes)), createHunt.answer, 201);

export const makeClue = async (staff: Staff, huntId: string, changes = {}) =>
  bodyOf(await staff.createClue(huntId, newClue(changes)), createClue.answer, 201);
