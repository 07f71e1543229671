import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import {
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import type { UpstreamAnswer } from './exchange.ts';
import { UnavailableError, type Upstream } from './upstream.ts';

/** Opens if more than half of the last 50 calls failed, with at least 30 calls. */
const THRESHOLD = { threshold: 0.5, size: 50, minimumNumberOfCalls: 30 };
const OPEN_MS = 1_000;

/**
 * While a service is down or hangs, refuses calls to it immediately (502); one call per second probes
 * it. Only UnavailableError counts, which no client can cause.
 */
export function withBreaker(upstream: Upstream, name: string, logger: Logger): Upstream {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof UnavailableError),
    { breaker: new CountBreaker(THRESHOLD), halfOpenAfter: OPEN_MS },
  );
  let isUnavailable = false;
  breaker.onBreak(() => {
    if (!isUnavailable) logger.error({ upstream: name }, 'upstream.unavailable');
    isUnavailable = true;
  });
  breaker.onReset(() => {
    isUnavailable = false;
    logger.info({ upstream: name }, 'upstream.available');
  });
  async function guard(call: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer> {
    // Otherwise all callers would wait for the probing call.
    if (breaker.state === CircuitState.HalfOpen) throw refusal();
    try {
      return await breaker.execute(call);
    } catch (error) {
      throw isBrokenCircuitError(error) ? refusal() : error;
    }
  }
  return {
    forward: (request, response, body) => guard(() => upstream.forward(request, response, body)),
    read: (request, response) => guard(() => upstream.read(request, response)),
    close: () => upstream.close(),
  };
}

function refusal(): UpstreamError {
  return new UpstreamError('Something went wrong. Please try again.', { status: 502 });
}
