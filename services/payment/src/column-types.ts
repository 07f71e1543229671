import type { Card } from '@cairn/contracts/card.ts';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { RefundProblem } from './purchases/cancelled-hunts.store.ts';

/**
 * Types that Postgres does not know: of JSON, of text without a CHECK constraint, and of rows that
 * a statement narrows. Keys: `table.column`, an expression's name, or `statement.name`.
 */
export type ColumnTypes = {
  'purchases.recorded_event': EventEnvelope;
  card: Card;
  'payment.listRefundProblems.status': RefundProblem['status'];
};
