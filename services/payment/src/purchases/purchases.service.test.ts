import { expect, test } from 'vitest';
import { createKeyedMutex } from './purchases.service.ts';

const MAX_WAIT_MS = 600_000;

test('keyed mutex runs calls with one key in order and other keys concurrently', async () => {
  const runExclusive = createKeyedMutex(MAX_WAIT_MS);
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const call = (key: string, name: string, until?: Promise<void>) =>
    runExclusive(key, async () => {
      log.push(`${name} begins`);
      await until;
      log.push(`${name} ends`);
      return name;
    });
  const calls = [call('a', 'one', gate.promise), call('a', 'two'), call('a', 'three')];
  expect(await call('b', 'other')).toBe('other');
  gate.resolve();
  expect(await Promise.all(calls)).toEqual(['one', 'two', 'three']);
  expect(log.join(', ')).toBe(
    'one begins, other begins, other ends, one ends, two begins, two ends, three begins, three ends',
  );
});

test('keyed mutex runs the next call after a failed call', async () => {
  const runExclusive = createKeyedMutex(MAX_WAIT_MS);
  const failing = runExclusive('a', () => Promise.reject(new Error('no')));
  const next = runExclusive('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('keyed mutex runs the next call after the maximum wait', async () => {
  const runExclusive = createKeyedMutex(1);
  const gate = Promise.withResolvers<string>();
  const hanging = runExclusive('a', () => gate.promise);
  expect(await runExclusive('a', async () => 'went on')).toBe('went on');
  gate.resolve('late');
  expect(await hanging).toBe('late');
});
