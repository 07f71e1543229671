import { expect, test } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api-error.ts';
import { awaitPurchase, type Progress, type Recorded } from './await-purchase.ts';

type Step = Recorded | Error;

function refusal(status: number, headers: Record<string, string> = {}): ApiError {
  return new ApiError({ status, headers: new Headers(headers) }, { error: `refused ${status}` });
}

async function run(steps: Step[], isCharged = true) {
  const left = [...steps];
  const waits: number[] = [];
  const progress: Progress[] = [];
  const finish = await awaitPurchase({
    isCharged,
    record: async () => {
      const step = left.shift();
      if (!step) throw new Error('called more often than expected');
      if (step instanceof Error) throw step;
      return step;
    },
    wait: async (ms) => {
      waits.push(ms);
    },
    onProgress: (waiting) => progress.push(waiting),
  });
  return { finish, waits, progress, left: left.length };
}

test('a recorded purchase is reported as joined', async () => {
  expect(await run([{ status: 'completed' }])).toEqual({
    finish: { outcome: 'joined' },
    waits: [],
    progress: [],
    left: 0,
  });
});

test('retries every 2 s while the purchase is pending and after network and server errors', async () => {
  const steps: Step[] = [
    { status: 'completed', pending: true },
    new OfflineError('no answer'),
    refusal(503),
    { status: 'completed' },
  ];
  const { finish, waits, progress } = await run(steps);
  expect(finish).toEqual({ outcome: 'joined' });
  expect(waits).toEqual([2000, 2000, 2000]);
  expect(progress).toEqual([
    { isCharged: true, hasFailed: false },
    { isCharged: true, hasFailed: true },
    { isCharged: true, hasFailed: true },
  ]);
});

test('waits for Retry-After after 429', async () => {
  const { waits } = await run([refusal(429, { 'retry-after': '7' }), { status: 'completed' }]);
  expect(waits).toEqual([7000]);
});

test.each(['rejected', 'refunded', 'refund_pending', 'disputed'] as const)(
  'status %s is reported as reversed',
  async (status) => {
    expect((await run([{ status }])).finish).toEqual({ outcome: 'reversed', status });
  },
);

test.each([400, 401, 402, 403, 404, 409])(
  'status %d after a charge ends as unrecorded with its reason',
  async (status) => {
    const { finish, left } = await run([refusal(status), { status: 'completed' }]);
    expect(finish).toEqual({ outcome: 'unrecorded', reason: `refused ${status}` });
    expect(left).toBe(1);
  },
);

test('reports unpaid only after three 402 answers when the charge is unknown', async () => {
  const late: Step[] = [refusal(402), refusal(402), { status: 'completed' }];
  expect((await run(late, false)).finish).toEqual({ outcome: 'joined' });
  const never: Step[] = [refusal(402), new OfflineError('no answer'), refusal(402), refusal(402)];
  expect(await run(never, false)).toMatchObject({
    finish: { outcome: 'unpaid' },
    progress: [{ isCharged: false }, { isCharged: false }, { isCharged: false }],
  });
});

test('a pending purchase proves the charge', async () => {
  const steps: Step[] = [{ status: 'completed', pending: true }, refusal(503), refusal(401)];
  expect(await run(steps, false)).toMatchObject({
    finish: { outcome: 'unrecorded' },
    progress: [{ isCharged: true }, { isCharged: true }],
  });
});

test('a refusal does not report a charge when the charge is unknown', async () => {
  for (const status of [400, 403, 404, 409]) {
    expect((await run([refusal(status)], false)).finish).toEqual({ outcome: 'unpaid' });
  }
  expect((await run([refusal(401)], false)).finish).toMatchObject({ outcome: 'unknown' });
});
