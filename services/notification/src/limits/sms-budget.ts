import { AppError } from '@cairn/service-kit/errors.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { countSuccess, type LimitName, reserveAll } from './limits.ts';

type BudgetName = 'sms-hour' | 'sms-day' | 'sms-code-hour' | 'sms-code-day';

/** One budget for all processes and users. */
const budget = (limit: BudgetName) => ({ limit, key: 'all' });
const ALL_SMS = [budget('sms-hour'), budget('sms-day')];
const CODES = [budget('sms-code-hour'), budget('sms-code-day'), ...ALL_SMS];

/** Runs `work`, which requests a code; throws 429 with a text for the user if the budget is used up. */
export async function spendOnCode<Result>(
  limiter: Limiter<LimitName>,
  work: () => Promise<Result>,
): Promise<Result> {
  return countSuccess(limiter, CODES, work).catch((error: unknown) => {
    throw isUsedUp(error) ? unavailable(error) : error;
  });
}

/** Returns the reservations of an alert, or the seconds until the budget allows one. */
export async function spendOnAlert(
  limiter: Limiter<LimitName>,
): Promise<{ reserved: Reservation[] } | { waitSeconds: number }> {
  try {
    return { reserved: await reserveAll(limiter, ALL_SMS) };
  } catch (error) {
    if (!isUsedUp(error)) throw error;
    return { waitSeconds: Number(error.headers?.['retry-after']) };
  }
}

export function addBudgetMetrics(metrics: Metrics, limiter: Limiter<LimitName>): void {
  for (const window of ['hour', 'day'] as const) {
    metrics.gauge(
      `sms_budget_${window}_used_ratio`,
      `Used share of the SMS budget of the current ${window}`,
      () => limiter.usedShare(budget(`sms-${window}`)),
    );
  }
}

function isUsedUp(error: unknown): error is AppError {
  return error instanceof AppError && error.status === 429;
}

function unavailable({ code, status, headers = {} }: AppError): AppError {
  const minutes = Math.ceil(Number(headers['retry-after']) / 60);
  const wait = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minutes`;
  return new AppError(`We cannot send more text messages now. Please try again in ${wait}.`, {
    code,
    status,
    headers,
  });
}
