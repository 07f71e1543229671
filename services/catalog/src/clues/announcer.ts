import type { PublishEvent } from '@cairn/events/outbox.ts';
import { createSeldom } from '@cairn/events/seldom.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { continueTrace, runInTrace } from '@cairn/service-kit/tracing.ts';
import { announceNextClue } from './announcements.service.ts';
import { findNextDueInMs } from './announcements.store.ts';

export type AnnouncerOptions = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  metrics: Metrics;
};

export type Announcer = Part & {
  /** Looks now: something may have come out just now, or is to come out sooner than known. */
  wake(): void;
};

/** Another copy may have scheduled something. */
const LOOK_EVERY_MS = 1_000;

/** Announces what comes out at its moment, and at start what came out while nobody was running. */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const { pool, logger, metrics } = options;
  const announced = metrics.counter('clues_announced_total', 'Clues and updates announced', [
    'kind',
  ]);
  metrics.gauge('clue_oldest_due_seconds', 'Age of the oldest that is due and not announced', () =>
    findNextDueInMs(pool).then((ms) => Math.max(0, -(ms ?? 0)) / 1000),
  );
  const seldom = createSeldom();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStarted = false;

  async function announceNext(): Promise<boolean> {
    const clue = await announceNextClue(options);
    if (!clue) return false;
    announced.inc({ kind: clue.kind });
    logger.info({ huntId: clue.hunt_id, clueId: clue.id }, 'clue.announced');
    return true;
  }

  async function announceDue(): Promise<number> {
    while (isStarted) {
      // Nobody's request: a story begins here that every alert of it belongs to.
      if (!(await runInTrace(continueTrace(null), announceNext))) break;
    }
    const nextMs = (await findNextDueInMs(pool)) ?? LOOK_EVERY_MS;
    // A moment later than due, so that the database's clock has surely come there.
    return Math.min(Math.max(nextMs + 1, 0), LOOK_EVERY_MS);
  }

  function look(): void {
    clearTimeout(timer);
    isAskedAgain = false;
    running = announceDue()
      .catch((err: unknown) => {
        seldom(String(err), (more) => logger.warn({ err, ...more }, 'clue.not_announced'));
        return LOOK_EVERY_MS;
      })
      .then((waitMs) => {
        running = undefined;
        if (isStarted) timer = setTimeout(look, isAskedAgain ? 0 : waitMs);
      });
  }

  return {
    start() {
      isStarted = true;
      look();
    },
    wake() {
      isAskedAgain = true;
      if (isStarted && !running) look();
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await running;
    },
  };
}
