import type { Server } from 'node:http';
import type { Express } from 'express';
import { type ListenOptions, listen } from './listen.ts';
import type { Logger } from './logger.ts';

const STOP_WITHIN_MS = 10_000;
/** Requests that are not answered by then are cut, so that the parts have time to stop. */
const CUT_AFTER_MS = 7_000;

/** Something that runs in the background of a process. `start` must not wait for what may be away. */
export type Part = {
  start?: () => Promise<void> | void;
  /** Called before the listening ends: answers that would never end by themselves are ended here. */
  drain?: () => void;
  stop: () => Promise<void>;
};

export type ProcessOptions = ListenOptions & {
  logger: Logger;
  app: Express;
  /** Started in this order, stopped in the reverse. */
  parts: Part[];
};

/**
 * Listens, starts the parts, and stops all of it at SIGTERM or SIGINT: intake first, then what is
 * in hand, within 10 s. An error that nobody caught ends the process, so that it starts afresh.
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

async function stopAll(servers: Server[], parts: Part[]): Promise<void> {
  for (const part of parts) part.drain?.();
  await Promise.all(servers.map(closeServer));
  for (const part of parts.toReversed()) await part.stop();
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
