import { inspect } from 'node:util';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { continueTrace, runInTrace } from '@cairn/service-kit/tracing.ts';
import type { ReceivedMessage } from './bus.ts';
import { insertDeadEvent, insertDeadMessage } from './dead-letters.store.ts';
import type { EventHandler } from './handlers.ts';
import { findStanding, insertHandled, lockInboxKey } from './inbox.store.ts';
import { fromMessage, UnreadableMessageError } from './message.ts';
import {
  deleteParked,
  findDueForUpdate,
  insertParked,
  listDue,
  type ParkedEvent,
  postponeParked,
} from './parked-events.store.ts';

export type Outcome = 'applied' | 'duplicate' | 'parked' | 'ignored' | 'dead';

export type RetryPolicy = {
  /** After this many failures an event is a dead letter. */
  maxAttempts: number;
  /** Milliseconds until the next try after the given number of failures. */
  waitMs: (attempts: number) => number;
};

/** 1 s, 2 s, 4 s … up to 5 minutes, each between half and all of it; about 40 minutes in all. */
export const DEFAULT_RETRIES: RetryPolicy = {
  maxAttempts: 15,
  waitMs: (attempts) => Math.min(1_000 * 2 ** (attempts - 1), 300_000) * (0.5 + Math.random() / 2),
};

export type InboxOptions = {
  pool: Pool;
  handlers: readonly EventHandler[];
  logger: Logger;
  retries?: RetryPolicy;
};

export type Inbox = {
  /** A message from the bus. Rejects only while the database is away. */
  receiveMessage(message: ReceivedMessage): Promise<Outcome>;
  /** An event handed over ahead of the bus. Rejects only while the database is away. */
  receive(event: EventEnvelope): Promise<Outcome>;
  /** One round: the first parked event of each key, where its time has come. Returns how many it dealt with. */
  retryParked(signal?: AbortSignal): Promise<number>;
};

/**
 * Applies each event id once, events of one key in order. The effect and the id are one
 * transaction. What fails is parked with its next try and holds later events of its key behind it;
 * what cannot be read, or fails for good, is a dead letter.
 */
export function createInbox({
  pool,
  handlers,
  logger,
  retries = DEFAULT_RETRIES,
}: InboxOptions): Inbox {
  const byType = new Map(handlers.map((handler) => [handler.definition.type, handler]));

  async function receiveMessage(message: ReceivedMessage): Promise<Outcome> {
    let event: EventEnvelope;
    try {
      event = fromMessage(message);
    } catch (error) {
      if (!(error instanceof UnreadableMessageError)) throw error;
      await insertDeadMessage(pool, message, error.message);
      logger.error({ place: message.place, cause: error.message }, 'event.unreadable');
      return 'dead';
    }
    return receive(event);
  }

  async function receive(event: EventEnvelope): Promise<Outcome> {
    const handler = byType.get(event.type);
    if (!handler) return 'ignored';
    return runInTrace(continueTrace(event.traceparent), async () => {
      const fault = findFault(handler, event);
      if (fault) return bury(event, fault);
      try {
        return await inTransaction(pool, (tx) => applyInTurn(tx, handler, event));
      } catch (error) {
        return park(event, error);
      }
    });
  }

  async function applyInTurn(
    tx: Transaction,
    handler: EventHandler,
    event: EventEnvelope,
  ): Promise<Outcome> {
    await lockInboxKey(tx, event);
    const standing = await findStanding(tx, event);
    if (standing.isHandled || standing.isDead) return 'duplicate';
    if (standing.isParked) return 'parked';
    if (standing.isBehindAnother) {
      await insertParked(tx, event, { attempts: 0, nextTryAt: new Date(), error: null });
      return 'parked';
    }
    await apply(tx, handler, event);
    return 'applied';
  }

  /** In a transaction of its own, since the failed one is rolled back. Rejects while the database is away. */
  async function park(event: EventEnvelope, error: unknown): Promise<Outcome> {
    const cause = describe(error);
    await inTransaction(pool, async (tx) => {
      await lockInboxKey(tx, event);
      const { isHandled, isDead } = await findStanding(tx, event);
      if (isHandled || isDead) return;
      const nextTryAt = new Date(Date.now() + retries.waitMs(1));
      await insertParked(tx, event, { attempts: 1, nextTryAt, error: cause });
    });
    logger.warn({ err: error, eventId: event.id, type: event.type }, 'event.parked');
    return 'parked';
  }

  async function bury(event: EventEnvelope, cause: string): Promise<Outcome> {
    await inTransaction(pool, (tx) => insertDeadEvent(tx, event, cause));
    logger.error({ eventId: event.id, type: event.type, cause }, 'event.dead');
    return 'dead';
  }

  async function retryParked(signal?: AbortSignal): Promise<number> {
    let count = 0;
    for (const { position, envelope } of await listDue(pool, 100)) {
      if (signal?.aborted) break;
      const trace = continueTrace(envelope.traceparent);
      if (await runInTrace(trace, () => retry(position, envelope))) count += 1;
    }
    return count;
  }

  /** False where another copy of this process dealt with it meanwhile. Rejects only while the database is away. */
  async function retry(position: string, envelope: EventEnvelope): Promise<boolean> {
    try {
      return await inTurn(position, envelope, (tx, parked) => applyParked(tx, parked));
    } catch (error) {
      return inTurn(position, envelope, (tx, parked) => countFailure(tx, parked, error));
    }
  }

  function inTurn(
    position: string,
    envelope: EventEnvelope,
    work: (tx: Transaction, parked: ParkedEvent) => Promise<void>,
  ): Promise<boolean> {
    return inTransaction(pool, async (tx) => {
      await lockInboxKey(tx, envelope);
      const parked = await findDueForUpdate(tx, position);
      if (parked) await work(tx, parked);
      return parked !== null;
    });
  }

  async function applyParked(tx: Transaction, { position, envelope }: ParkedEvent): Promise<void> {
    const { id: eventId, type } = envelope;
    await deleteParked(tx, position);
    const { isHandled } = await findStanding(tx, envelope);
    if (isHandled) return;
    const handler = byType.get(type);
    const fault = handler ? findFault(handler, envelope) : 'no handler';
    if (!handler || fault) throw new Error(fault ?? 'no handler');
    await apply(tx, handler, envelope);
    logger.info({ eventId, type }, 'event.applied_after_retry');
  }

  async function countFailure(
    tx: Transaction,
    { position, envelope, attempts: before }: ParkedEvent,
    error: unknown,
  ): Promise<void> {
    const attempts = before + 1;
    const { id: eventId, type } = envelope;
    if (attempts >= retries.maxAttempts) {
      await deleteParked(tx, position);
      await insertDeadEvent(tx, envelope, `failed ${attempts} times: ${describe(error)}`);
      logger.error({ err: error, eventId, type, attempts }, 'event.dead');
      return;
    }
    const nextTryAt = new Date(Date.now() + retries.waitMs(attempts));
    await postponeParked(tx, position, { attempts, nextTryAt, error: describe(error) });
    logger.warn({ err: error, eventId, type, attempts }, 'event.failed_again');
  }

  return { receiveMessage, receive, retryParked };
}

async function apply(tx: Transaction, handler: EventHandler, event: EventEnvelope): Promise<void> {
  await insertHandled(tx, event);
  await handler.handle(tx, handler.definition.schema.parse(event.data), event);
}

function findFault(handler: EventHandler, event: EventEnvelope): string | null {
  const { type, version, schema } = handler.definition;
  if (event.version !== version) return `${type} of unknown version ${event.version}`;
  const result = schema.safeParse(event.data);
  return result.success ? null : `${type} does not fit its schema: ${result.error.message}`;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
}
