import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { ReceivedMessage } from './bus.ts';
import type { Reception } from './inbox.store.ts';

/**
 * Types that Postgres does not know: of JSON and of text without a CHECK constraint. Keys:
 * `table.column`, an expression's name, or `statement.name`.
 */
export type ColumnTypes = {
  'dead_letters.envelope': EventEnvelope;
  'dead_letters.raw_headers': ReceivedMessage['headers'];
  'parked_events.envelope': EventEnvelope;
  'idempotency_keys.body': Record<string, unknown>;
  'events.receiveEvent.outcome': Reception;
};
