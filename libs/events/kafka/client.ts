import type { Logger } from '@cairn/service-kit/logger.ts';
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs';
// kafkajs has no types for its internals.
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { createLogThrottle } from '../log-throttle.ts';
import type { KafkaConnection } from './connection.ts';

export type ClientOptions = KafkaConnection & {
  clientId: string;
  logger: Logger;
  /** Timeout of one request. */
  answerWithinMs?: number;
  /** Of a request, before kafkajs reports a failure; 5 by default. */
  retries?: number;
  /** Creates sockets; `node:net` by default. */
  socketFactory?: ISocketFactory;
};

/** The shortest request timeout in use is several seconds. */
const TIMEOUT_CHECK_MS = 1_000;

export const RETRY = { initialRetryTime: 100, maxRetryTime: 3_000 };
export const RETRIES = 5;

export function connectTo({
  brokers,
  ssl = false,
  sasl,
  clientId,
  logger,
  answerWithinMs = 10_000,
  retries = RETRIES,
  socketFactory,
}: ClientOptions): Kafka {
  armRequestTimerOnlyWhilePending();
  checkRequestTimeoutsEverySecond();
  const throttle = createLogThrottle();
  return new Kafka({
    brokers,
    clientId,
    ssl,
    ...(sasl && { sasl }),
    connectionTimeout: 3_000,
    requestTimeout: answerWithinMs,
    ...(socketFactory && { socketFactory }),
    retry: { ...RETRY, retries },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, log, namespace }) => {
        const { message, ...rest } = log;
        const fields = {
          kafka: namespace,
          message,
          error: rest['error'],
          groupId: rest['groupId'],
        };
        if (level === logLevel.ERROR)
          throttle(`${namespace} ${message}`, (more) =>
            logger.warn({ ...fields, ...more }, 'kafka.error'),
          );
        else logger.debug(fields, 'kafka.notice');
      },
  });
}

type PendingQueue = {
  pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  inflight: Map<number, { sentAt: number; requestTimeout: number; timeoutRequest(): void }>;
  requestTimeoutIntervalId: NodeJS.Timeout;
  isConnected(): boolean;
  destroy(): void;
};

/** kafkajs 2.2.4 checks for timeouts every 100 ms on each connection, also on idle ones. */
function checkRequestTimeoutsEverySecond(): void {
  RequestQueue.prototype.scheduleRequestTimeoutCheck = function (this: PendingQueue) {
    this.destroy();
    this.requestTimeoutIntervalId = setInterval(() => {
      for (const request of this.inflight.values()) {
        if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
      }
      if (!this.isConnected()) this.destroy();
    }, TIMEOUT_CHECK_MS);
  };
}

/**
 * kafkajs 2.2.4 polls every millisecond for as long as a connection is open
 * (github.com/tulios/kafkajs/issues/1751), which costs an idle consumer 5 % of a core.
 */
function armRequestTimerOnlyWhilePending(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function (this: PendingQueue) {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    const throttledFor = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttledFor > 0 ? throttledFor : 10,
    );
  };
}
