import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawScreen } from './screen.ts';
import { createSteps, type Steps } from './steps.ts';

const COLUMNS = 24;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('TERM', 'xterm');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('a pipe gets one plain line at the start and one at the end of each step', async () => {
  const { steps, written } = stepsOn({ isTTY: false });
  await takeSteps(steps);
  expect(written()).toBe(
    '… Making it\nhello\n✓ Making it  3.0 s\n… Breaking it\n✗ Breaking it  1.6 s\n',
  );
});

test('a terminal redraws running steps and keeps finished ones', async () => {
  const { steps, written } = stepsOn({ isTTY: true, columns: COLUMNS });
  await takeSteps(steps);
  const drawn = written();
  expect(drawn).toContain('… Making it: nearly don');
  const running = drawn.split('\n').filter((line) => line.startsWith('…'));
  // A wrapped line would not be overwritten completely.
  expect(Math.max(...running.map((line) => line.length))).toBe(COLUMNS - 1);
  expect(drawScreen(drawn.replaceAll('\n', '\r\n'), COLUMNS)).toEqual([
    'hello',
    '✓ Making it  3.0 s',
    '✗ Breaking it  1.6 s',
    '',
  ]);
});

/** A fast step without output, a slow one with a printed text, and a failing one. */
async function takeSteps(steps: Steps): Promise<void> {
  await steps.run('Looking', async () => {});
  const slow = steps.run('Making it', async (detail) => {
    detail('nearly done with all of it');
    await pause(3000);
  });
  await vi.advanceTimersByTimeAsync(2000);
  steps.say('hello');
  await vi.advanceTimersByTimeAsync(1000);
  await slow;
  const broken = expect(
    steps.run('Breaking it', async () => {
      await pause(1600);
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(1600);
  await broken;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function stepsOn(kind: { isTTY: boolean; columns?: number }) {
  const chunks: string[] = [];
  const output = Object.assign(new PassThrough(), kind);
  output.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return {
    steps: createSteps(output as unknown as WriteStream),
    written: () => chunks.join(''),
  };
}
