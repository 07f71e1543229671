import type { EventData, EventDefinition } from '@cairn/contracts/events/define-event.ts';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';

/** Applies an event within `tx`; a throw rolls back and the event is retried later. */
export type Handle<Data> = (tx: Transaction, data: Data, event: EventEnvelope) => Promise<void>;

export type EventHandler = {
  definition: EventDefinition;
  handle: Handle<unknown>;
};

/** One handler of a service, with the event that it handles. */
export function on<Definition extends EventDefinition>(
  definition: Definition,
  handle: Handle<EventData<Definition>>,
): EventHandler {
  return {
    definition,
    handle: (tx, data, event) => handle(tx, data as EventData<Definition>, event),
  };
}

/**
 * Fails at boot if an event of `subscriptions` has no handler or two, or a handler has no
 * subscription.
 */
export function checkHandlers(
  subscriptions: readonly EventDefinition[],
  handlers: readonly EventHandler[],
): void {
  const declared = subscriptions.map(({ type }) => type);
  for (const type of declared) {
    const count = handlers.filter(({ definition }) => definition.type === type).length;
    if (count !== 1) throw new Error(`${type} has ${count} handlers; it needs exactly one`);
  }
  for (const { definition } of handlers) {
    if (!declared.includes(definition.type))
      throw new Error(`${definition.type} is handled but not declared`);
  }
}
