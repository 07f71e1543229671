import { inspect } from 'node:util';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { EventHandler } from './handlers.ts';
import type { RecentEvents } from './recent-events.ts';

export type RetryPolicy = {
  /** After this number of failures an event becomes a dead letter. */
  maxAttempts: number;
  /** Delay in ms before the next attempt, by number of failures. */
  waitMs: (attempts: number) => number;
};

/** Dependencies of receiving and retrying. */
export type Handling = {
  pool: Pool;
  logger: Logger;
  retries: RetryPolicy;
  byType: ReadonlyMap<string, EventHandler>;
  /** Types in the contracts: this service ignores those without a handler. */
  catalogue: ReadonlySet<string>;
  recent: RecentEvents;
};

/** Decides how to treat an event before calling its handler. */
export function findReception(
  { byType, catalogue }: Pick<Handling, 'byType' | 'catalogue'>,
  { type, version }: Pick<EventEnvelope, 'type' | 'version'>,
): EventHandler | 'ignored' | 'unknown' {
  const handler = byType.get(type);
  if (handler) return handler.definition.version === version ? handler : 'unknown';
  return catalogue.has(type) ? 'ignored' : 'unknown';
}

/** The parsed data, or the reason why the handler can never apply the event. */
export function parseData(
  handler: EventHandler,
  event: EventEnvelope,
): { data: unknown; fault: null } | { fault: string } {
  const { type, schema } = handler.definition;
  const result = schema.safeParse(event.data);
  return result.success
    ? { data: result.data, fault: null }
    : { fault: `${type} does not fit its schema: ${result.error.message}` };
}

/** Accepts any thrown value. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
}
