import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import {
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { UnavailableError, type Upstream } from './upstream.ts';

/** More than half of the last 50 calls failed, of 30 at least: few failures are told as they are. */
const BREAKS = { threshold: 0.5, size: 50, minimumNumberOfCalls: 30 };
const OPEN_MS = 1_000;

/**
 * While a service is down or hangs, refuses calls to it at once (502); once a second one call tries it
 * again. Only UnavailableError counts, which no client can cause.
 */
export function withBreaker(upstream: Upstream, name: string, logger: Logger): Upstream {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof UnavailableError),
    { breaker: new CountBreaker(BREAKS), halfOpenAfter: OPEN_MS },
  );
  let isAway = false;
  breaker.onBreak(() => {
    if (!isAway) logger.error({ upstream: name }, 'upstream.away');
    isAway = true;
  });
  breaker.onReset(() => {
    isAway = false;
    logger.info({ upstream: name }, 'upstream.back');
  });
  return {
    async forward(request, response, body) {
      // The breaker would have everybody wait for the one who tries.
      if (breaker.state === CircuitState.HalfOpen) throw refusal();
      return breaker
        .execute(() => upstream.forward(request, response, body))
        .catch((error: unknown) => {
          throw isBrokenCircuitError(error) ? refusal() : error;
        });
    },
    close: () => upstream.close(),
  };
}

function refusal(): UpstreamError {
  return new UpstreamError('Something went wrong. Please try again.', { status: 502 });
}
