import { Writable } from 'node:stream';
import { createLogger, type Logger } from '../logger.ts';

export type CapturedLog = {
  logger: Logger;
  lines(): Record<string, unknown>[];
  named(name: string): Record<string, unknown>[];
};

/** A logger that keeps its lines for assertions. */
export function captureLog(): CapturedLog {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const lines = () => written.map((line): Record<string, unknown> => JSON.parse(line));
  return {
    logger: createLogger('test', 'info', stream),
    lines,
    named: (name) => lines().filter(({ msg }) => msg === name),
  };
}
