import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { continueTrace, runInTrace } from './tracing.ts';

function capture(): { logger: ReturnType<typeof createLogger>; lines: () => string[] } {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { logger: createLogger('test', 'info', stream), lines: () => written };
}

describe('the log', () => {
  it('tells of an error without the row of Postgres or the intent of Stripe', () => {
    const { logger, lines } = capture();
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.test) already exists.',
      raw: { payment_intent: { client_secret: 'pi_1_secret_x' } },
      cause: Object.assign(new Error('inner'), {
        config: { headers: { authorization: 'Bearer x' } },
      }),
    });
    logger.error({ err: error }, 'request.crashed');
    const line = lines().join('');
    expect(line).not.toMatch(/ann@example|secret_x|Bearer/);
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      service: 'test',
      msg: 'request.crashed',
      err: { type: 'Error', message: 'duplicate key', code: '23505', cause: { message: 'inner' } },
    });
  });

  it.each([undefined, null, 'text', 7, { a: 1 }])('takes %s for an error', (thrown) => {
    const { logger, lines } = capture();
    logger.error({ err: thrown }, 'odd.thrown');
    expect(JSON.parse(lines().join('')).msg).toBe('odd.thrown');
  });

  it('ends with a chain of causes that goes in a circle', () => {
    const { logger, lines } = capture();
    const error = new Error('round');
    error.cause = error;
    logger.error({ err: error }, 'circle');
    expect(lines()).toHaveLength(1);
  });

  it('carries the ids of the story', () => {
    const { logger, lines } = capture();
    const trace = continueTrace(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    runInTrace({ ...trace, requestId: 'request-1', userId: 'user-1' }, () => logger.info('it.was'));
    expect(JSON.parse(lines().join(''))).toMatchObject({
      traceId: 'a'.repeat(32),
      requestId: 'request-1',
      userId: 'user-1',
    });
  });

  it('masks what should not have been given to it', () => {
    const { logger, lines } = capture();
    logger.info({ password: 'hush1', body: { token: 'hush2', email: 'hush3' } }, 'oops');
    expect(lines().join('')).not.toMatch(/hush/);
  });
});
