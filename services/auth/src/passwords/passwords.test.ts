import { runInTrace } from '@cairn/service-kit/tracing.ts';
import { expect, it } from 'vitest';
import { createPasswords, hashesAtOnce } from './passwords.ts';

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 3],
])(
  'with %i cores hashes %i passwords at once, so that others are answered meanwhile',
  (cores, most) => {
    expect(hashesAtOnce(cores)).toBe(most);
  },
);

it('lets an address in while another one fills all waiting places', async () => {
  const passwords = createPasswords(5);
  const from = <Result>(address: string, work: () => Promise<Result>) =>
    runInTrace({ traceId: '', spanId: '', findAddressKey: () => address }, work);
  const flood = Array.from({ length: 20 }, () =>
    from('192.0.2.1', () => passwords.fits('x', null)).catch(() => 'refused'),
  );
  expect(await from('192.0.2.2', () => passwords.fits('x', null))).toBe(false);
  expect(
    (await Promise.all(flood)).filter((answer) => answer === 'refused').length,
  ).toBeGreaterThan(10);
});
