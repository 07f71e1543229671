import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const LONG = 600_000;

test('calls of one key follow one another, those of others do not wait', async () => {
  const inTurn = createTurns(LONG);
  const told: string[] = [];
  const gate = Promise.withResolvers<void>();
  const call = (key: string, name: string, until?: Promise<void>) =>
    inTurn(key, async () => {
      told.push(`${name} begins`);
      await until;
      told.push(`${name} ends`);
      return name;
    });
  const calls = [call('a', 'one', gate.promise), call('a', 'two'), call('a', 'three')];
  expect(await call('b', 'other')).toBe('other');
  gate.resolve();
  expect(await Promise.all(calls)).toEqual(['one', 'two', 'three']);
  expect(told.join(', ')).toBe(
    'one begins, other begins, other ends, one ends, two begins, two ends, three begins, three ends',
  );
});

test('a call that fails fails alone', async () => {
  const inTurn = createTurns(LONG);
  const failing = inTurn('a', () => Promise.reject(new Error('no')));
  const next = inTurn('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('nobody waits for ever for a call that hangs', async () => {
  const inTurn = createTurns(1);
  const gate = Promise.withResolvers<string>();
  const hanging = inTurn('a', () => gate.promise);
  expect(await inTurn('a', async () => 'went on')).toBe('went on');
  gate.resolve('late');
  expect(await hanging).toBe('late');
});
