import { expect, test, vi } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api-error.ts';
import { finishEntry, type Recorded } from './finish-entry.ts';

type Step = Recorded | Error;

function refusal(status: number, headers: Record<string, string> = {}): ApiError {
  return new ApiError({ status, headers: new Headers(headers) }, { error: `refused ${status}` });
}

async function run(steps: Step[]) {
  const left = [...steps];
  const waits: number[] = [];
  const onWaiting = vi.fn();
  const finish = await finishEntry({
    record: async () => {
      const step = left.shift();
      if (!step) throw new Error('asked once too often');
      if (step instanceof Error) throw step;
      return step;
    },
    wait: async (ms) => {
      waits.push(ms);
    },
    onWaiting,
  });
  return { finish, waits, told: onWaiting.mock.calls.length, left: left.length };
}

test('a recorded purchase is an entry', async () => {
  expect(await run([{ status: 'completed' }])).toEqual({
    finish: { outcome: 'joined' },
    waits: [],
    told: 0,
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
  expect(told).toBe(3);
});

test('a limit is waited out as told', async () => {
  const { waits } = await run([refusal(429, { 'retry-after': '7' }), { status: 'completed' }]);
  expect(waits).toEqual([7000]);
});

test('money that came too late or twice goes back', async () => {
  expect((await run([{ status: 'rejected' }])).finish).toEqual({ outcome: 'returned' });
});

test.each([400, 401, 402, 403, 404, 409])('%d ends the asking with its reason', async (status) => {
  const { finish, left } = await run([refusal(status), { status: 'completed' }]);
  expect(finish).toEqual({ outcome: 'stuck', reason: `refused ${status}` });
  expect(left).toBe(1);
});
