import { describe, expect, it } from 'vitest';
import { captureLog } from './test/captured-log.ts';
import { continueTrace, runInTrace } from './tracing.ts';

describe('logger', () => {
  it('logs an error without the Postgres row or the Stripe intent', () => {
    const { logger, lines } = captureLog();
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.test) already exists.',
      raw: { payment_intent: { client_secret: 'pi_1_secret_x' } },
      cause: Object.assign(new Error('inner'), {
        config: { headers: { authorization: 'Bearer x' } },
      }),
    });
    logger.error({ err: error }, 'request.crashed');
    const line = JSON.stringify(lines());
    expect(line).not.toMatch(/ann@example|secret_x|Bearer/);
    expect(lines()[0]).toMatchObject({
      level: 'error',
      service: 'test',
      msg: 'request.crashed',
      err: { type: 'Error', message: 'duplicate key', code: '23505', cause: { message: 'inner' } },
    });
  });

  it.each([undefined, null, 'text', 7, { a: 1 }])('accepts %s as an error', (thrown) => {
    const { logger, lines } = captureLog();
    logger.error({ err: thrown }, 'odd.thrown');
    expect(lines()[0]?.['msg']).toBe('odd.thrown');
  });

  it('terminates on a cyclic chain of causes', () => {
    const { logger, lines } = captureLog();
    const error = new Error('round');
    error.cause = error;
    logger.error({ err: error }, 'circle');
    expect(lines()).toHaveLength(1);
  });

  it('adds the trace and request ids', () => {
    const { logger, lines } = captureLog();
    const trace = continueTrace(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    runInTrace({ ...trace, requestId: 'request-1', userId: 'user-1' }, () => logger.info('it.was'));
    expect(lines()[0]).toMatchObject({
      traceId: 'a'.repeat(32),
      requestId: 'request-1',
      userId: 'user-1',
    });
  });

  it('masks secrets in fields', () => {
    const { logger, lines } = captureLog();
    logger.info({ password: 'hush1', body: { token: 'hush2', email: 'hush3' } }, 'oops');
    expect(JSON.stringify(lines())).not.toMatch(/hush/);
  });
});
