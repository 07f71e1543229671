import { runInTrace } from '@cairn/service-kit/tracing.ts';
import { expect, it } from 'vitest';
import { createPasswords, hashConcurrency } from './passwords.ts';

it.each([
  [1, 1],
  [2, 2],
  [4, 3],
  [64, 3],
])(
  'with %i cores hashes %i passwords at once, which leaves a thread of the pool free',
  (cores, expected) => {
    expect(hashConcurrency(cores)).toBe(expected);
  },
);

it('hashes for one address while another address fills the queue', async () => {
  const passwords = createPasswords({ maxWaiting: 5, lowersPriority: false });
  const from = <Result>(address: string, work: () => Promise<Result>) =>
    runInTrace({ traceId: '', spanId: '', findAddressKey: () => address }, work);
  const flood = Array.from({ length: 20 }, () =>
    from('192.0.2.1', () => passwords.matches('x', null)).catch(() => 'refused'),
  );
  expect(await from('192.0.2.2', () => passwords.matches('x', null))).toBe(false);
  expect(
    (await Promise.all(flood)).filter((answer) => answer === 'refused').length,
  ).toBeGreaterThan(10);
});
