import type { Server } from 'node:http';
import type { Express } from 'express';
import { type ListenOptions, listen } from './listen.ts';
import type { Logger } from './logger.ts';

const STOP_WITHIN_MS = 10_000;
/** Requests that are not answered by then are cut, so that the parts have time to stop. */
const CUT_AFTER_MS = 7_000;

/** Something that runs in the background of a process. `start` must not wait for what may be away. */
export type BackgroundService = {
  start?: () => Promise<void> | void;
  /** Takes no more work at once, and resolves when the work in hand is done. */
  stop: () => Promise<void>;
  /** Used by requests and other parts until their work is done: stopped after all of them. */
  isConnection?: boolean;
};

export type ProcessOptions = ListenOptions & {
  logger: Logger;
  app: Express;
  /** Started in this order. Stopped together, connections last and in the reverse order. */
  parts: BackgroundService[];
};

/**
 * Listens, starts the parts, and stops all of it at SIGTERM or SIGINT within 10 s: first every intake
 * (HTTP, consumers, workers, schedulers) at once, then the work in hand, then the connections. An error that nobody caught ends the process, so that it starts afresh.
 */
export async function runProcess(options: ProcessOptions): Promise<void> {
  const { logger, port, app, parts } = options;
  const die = (err: unknown) => {
    logger.fatal({ err }, 'process.crashed');
    logger.flush();
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
  for (const part of parts) await part.start?.();
  const servers = await listen(app, options);
  logger.info({ port }, 'process.started');
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'process.stopping');
    setTimeout(() => die(new Error('not stopped in time')), STOP_WITHIN_MS).unref();
    stopAll(servers, parts).then(() => {
      logger.info('process.stopped');
      process.exit(0);
    }, die);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

async function stopAll(servers: Server[], parts: BackgroundService[]): Promise<void> {
  // Both begin at once: no part takes work while another still waits for its own.
  await Promise.all([...servers.map(closeServer), stopWork(parts)]);
  for (const part of parts.toReversed()) if (part.isConnection) await part.stop();
}

/** Ends the intake of all parts at once and waits for their work in hand, also where one fails to stop. */
export async function stopWork(parts: readonly BackgroundService[]): Promise<void> {
  const working = parts.filter(({ isConnection }) => !isConnection);
  const results = await Promise.allSettled(working.map((part) => part.stop()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Connections that are kept alive become idle only when their last answer is out. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), CUT_AFTER_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
