import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { lowerHashPriority } from './hash-threads.ts';
import { createPasswords } from './passwords.ts';

it.runIf(process.platform === 'linux')(
  'P-4.5 threads that hash passwords run at a lower priority than the thread of requests',
  async () => {
    const passwords = createPasswords();
    await passwords.matches('a password', null);
    expect(lowerHashPriority()).toBe(4);
    const priorities = readdirSync('/proc/self/task').map((id) => getPriority(Number(id)));
    const own = getPriority(process.pid);
    expect(priorities.filter((priority) => priority > own)).toHaveLength(4);
  },
);
