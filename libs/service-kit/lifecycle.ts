import type { RequestListener, Server } from 'node:http';
import { type ListenOptions, listen } from './listen.ts';
import type { Logger } from './logger.ts';
import { stopExport } from './tracing.ts';

const STOP_TIMEOUT_MS = 10_000;
/** Requests without an answer by then are aborted, which leaves the background services time to stop. */
const ABORT_REQUESTS_AFTER_MS = 7_000;

/** A background service of a process. `start` must not wait for dependencies that may be unavailable. */
export type BackgroundService = {
  start?: () => Promise<void> | void;
  /** Stops taking work at once, and resolves when the work in hand is done. */
  stop: () => Promise<void>;
  /** Used by requests and background services, so stopped after all of them. */
  isConnection?: boolean;
};

export type ProcessOptions = ListenOptions & {
  logger: Logger;
  app: RequestListener;
  /** Started in this order. Stopped together, connections last and in reverse order. */
  backgroundServices: BackgroundService[];
  /** Ends a process that has not stopped by then; 10 s by default. */
  stopWithinMs?: number;
};

/**
 * Starts the background services, listens, and stops everything on SIGTERM or SIGINT within 10 s:
 * first every intake (HTTP, consumers, workers, schedulers) at once, then the work in hand, then
 * the connections. An uncaught error ends the process, so that it is restarted.
 */
export async function runProcess(options: ProcessOptions): Promise<void> {
  const { logger, port, app, backgroundServices, stopWithinMs = STOP_TIMEOUT_MS } = options;
  const die = (err: unknown) => {
    logger.fatal({ err }, 'process.crashed');
    logger.flush();
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
  for (const service of backgroundServices) await service.start?.();
  const servers = await listen(app, options);
  logger.info({ port }, 'process.started');
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'process.stopping');
    setTimeout(() => die(new Error('not stopped in time')), stopWithinMs).unref();
    stopAll(servers, backgroundServices)
      .then(async () => {
        logger.info('process.stopped');
        await stopExport();
        process.exit(0);
      })
      .catch(die);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

async function stopAll(servers: Server[], backgroundServices: BackgroundService[]): Promise<void> {
  // In parallel, so that no background service takes work while another is still stopping.
  await Promise.all([...servers.map(closeServer), stopWork(backgroundServices)]);
  for (const service of backgroundServices.toReversed())
    if (service.isConnection) await service.stop();
}

/** Stops all background services at once and waits for their work in hand, even if one fails to stop. */
export async function stopWork(backgroundServices: readonly BackgroundService[]): Promise<void> {
  const working = backgroundServices.filter(({ isConnection }) => !isConnection);
  const results = await Promise.allSettled(working.map((service) => service.stop()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Keep-alive connections become idle only after their last answer. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), ABORT_REQUESTS_AFTER_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
