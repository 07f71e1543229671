import { inspect } from 'node:util';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { EventHandler } from './handlers.ts';
import { insertHandled } from './inbox.store.ts';

export type RetryPolicy = {
  /** After this many failures an event is a dead letter. */
  maxAttempts: number;
  /** Milliseconds until the next try after the given number of failures. */
  waitMs: (attempts: number) => number;
};

/** What receiving and retrying share. */
export type Handling = {
  pool: Pool;
  logger: Logger;
  retries: RetryPolicy;
  byType: ReadonlyMap<string, EventHandler>;
  /** Types of the contracts: one without a handler here is not meant for this service. */
  catalogue: ReadonlySet<string>;
};

/** What becomes of an event before its handler is called. */
export function findReception(
  { byType, catalogue }: Pick<Handling, 'byType' | 'catalogue'>,
  { type, version }: Pick<EventEnvelope, 'type' | 'version'>,
): EventHandler | 'ignored' | 'unknown' {
  const handler = byType.get(type);
  if (handler) return handler.definition.version === version ? handler : 'unknown';
  return catalogue.has(type) ? 'ignored' : 'unknown';
}

/** Effect and id in one transaction: whoever brings the same id again fails here. */
export async function applyEvent(
  tx: Transaction,
  handler: EventHandler,
  event: EventEnvelope,
): Promise<void> {
  await insertHandled(tx, event);
  await handler.handle(tx, handler.definition.schema.parse(event.data), event);
}

/** Why this handler can never take the event, or null. */
export function findFault(handler: EventHandler, event: EventEnvelope): string | null {
  const { type, schema } = handler.definition;
  const result = schema.safeParse(event.data);
  return result.success ? null : `${type} does not fit its schema: ${result.error.message}`;
}

/** Of anything that may be thrown. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
}
