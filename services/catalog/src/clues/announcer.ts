import { createLogThrottle } from '@cairn/events/log-throttle.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { continueTrace, runInTrace } from '@cairn/service-kit/tracing.ts';
import { announceNextClue } from './announcements.service.ts';
import { findNextDueInMs } from './clues.store.ts';

export type AnnouncerOptions = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  metrics: Metrics;
  /** 5 s by default. */
  pollIntervalMs?: number;
};

export type Announcer = BackgroundService & {
  /** Checks at once, since the schedule may have changed. */
  wake(): void;
};

/** Another copy of the service may have changed the schedule, and ended before it announced. */
const POLL_INTERVAL_MS = 5_000;

/** Announces clues and updates when they are due, and at start those that became due while no copy was running. */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const { pool, logger, metrics, pollIntervalMs = POLL_INTERVAL_MS } = options;
  const announced = metrics.counter('clues_announced_total', 'Clues and updates announced', [
    'kind',
  ]);
  metrics.gauge(
    'clue_oldest_due_seconds',
    'Age of the oldest due clue or update without an announcement',
    () => findNextDueInMs(pool).then((ms) => Math.max(0, -(ms ?? 0)) / 1000),
  );
  const throttle = createLogThrottle();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWakePending = false;
  let isStarted = false;

  async function announceNext(): Promise<boolean> {
    const clue = await announceNextClue(options);
    if (!clue) return false;
    announced.inc({ kind: clue.kind });
    logger.info({ huntId: clue.huntId, clueId: clue.id }, 'clue.announced');
    return true;
  }

  async function announceDue(): Promise<number> {
    while (isStarted) {
      // Runs outside a request, so it starts a trace, which the alerts continue.
      if (!(await runInTrace(continueTrace(null), announceNext))) break;
    }
    const nextMs = (await findNextDueInMs(pool)) ?? pollIntervalMs;
    // 1 ms later, so that the database's clock has passed the due time.
    return Math.min(Math.max(nextMs + 1, 0), pollIntervalMs);
  }

  function runOnce(): void {
    clearTimeout(timer);
    isWakePending = false;
    running = announceDue()
      .catch((err: unknown) => {
        throttle(String(err), (more) => logger.warn({ err, ...more }, 'clue.announcement_failed'));
        return pollIntervalMs;
      })
      .then((waitMs) => {
        running = undefined;
        if (isStarted) timer = setTimeout(runOnce, isWakePending ? 0 : waitMs);
      });
  }

  return {
    start() {
      isStarted = true;
      runOnce();
    },
    wake() {
      isWakePending = true;
      if (isStarted && !running) runOnce();
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await running;
    },
  };
}
