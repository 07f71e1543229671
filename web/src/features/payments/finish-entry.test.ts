import { expect, test } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api-error.ts';
import { finishEntry, type Recorded, type Waiting } from './finish-entry.ts';

type Step = Recorded | Error;

function refusal(status: number, headers: Record<string, string> = {}): ApiError {
  return new ApiError({ status, headers: new Headers(headers) }, { error: `refused ${status}` });
}

async function run(steps: Step[], isCharged = true) {
  const left = [...steps];
  const waits: number[] = [];
  const told: Waiting[] = [];
  const finish = await finishEntry({
    isCharged,
    record: async () => {
      const step = left.shift();
      if (!step) throw new Error('asked once too often');
      if (step instanceof Error) throw step;
      return step;
    },
    wait: async (ms) => {
      waits.push(ms);
    },
    onWaiting: (waiting) => told.push(waiting),
  });
  return { finish, waits, told, left: left.length };
}

test('a recorded purchase is an entry', async () => {
  expect(await run([{ status: 'completed' }])).toEqual({
    finish: { outcome: 'joined' },
    waits: [],
    told: [],
    left: 0,
  });
});

test('pending, silence and faults of the server are asked again every 2 s', async () => {
  const steps: Step[] = [
    { status: 'completed', pending: true },
    new OfflineError('no answer'),
    refusal(503),
    { status: 'completed' },
  ];
  const { finish, waits, told } = await run(steps);
  expect(finish).toEqual({ outcome: 'joined' });
  expect(waits).toEqual([2000, 2000, 2000]);
  expect(told).toEqual([
    { isCharged: true, hasFailed: false },
    { isCharged: true, hasFailed: true },
    { isCharged: true, hasFailed: true },
  ]);
});

test('a limit is waited out as told', async () => {
  const { waits } = await run([refusal(429, { 'retry-after': '7' }), { status: 'completed' }]);
  expect(waits).toEqual([7000]);
});

test.each(['rejected', 'refunded', 'refund_pending', 'disputed'] as const)(
  'money that is %s is no entry',
  async (status) => {
    expect((await run([{ status }])).finish).toEqual({ outcome: 'returned', status });
  },
);

test.each([400, 401, 402, 403, 404, 409])(
  '%d after a charge ends the asking with its reason',
  async (status) => {
    const { finish, left } = await run([refusal(status), { status: 'completed' }]);
    expect(finish).toEqual({ outcome: 'stuck', reason: `refused ${status}` });
    expect(left).toBe(1);
  },
);

test('where the charge is unsure, one answer of "not paid" is not enough', async () => {
  const late: Step[] = [refusal(402), refusal(402), { status: 'completed' }];
  expect((await run(late, false)).finish).toEqual({ outcome: 'joined' });
  const never: Step[] = [refusal(402), new OfflineError('no answer'), refusal(402), refusal(402)];
  expect(await run(never, false)).toMatchObject({
    finish: { outcome: 'unpaid' },
    told: [{ isCharged: false }, { isCharged: false }, { isCharged: false }],
  });
});

test('an answer that the purchase is recorded makes the charge sure', async () => {
  const steps: Step[] = [{ status: 'completed', pending: true }, refusal(503), refusal(401)];
  expect(await run(steps, false)).toMatchObject({
    finish: { outcome: 'stuck' },
    told: [{ isCharged: true }, { isCharged: true }],
  });
});

test('where the charge is unsure, a refusal does not claim one', async () => {
  for (const status of [400, 403, 404, 409]) {
    expect((await run([refusal(status)], false)).finish).toEqual({ outcome: 'unpaid' });
  }
  expect((await run([refusal(401)], false)).finish).toMatchObject({ outcome: 'unknown' });
});
