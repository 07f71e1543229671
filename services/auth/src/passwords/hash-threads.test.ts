import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** A process of its own: its threads keep the low priority. */
const PROGRAM = `
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { lowerHashPriority } from '${new URL('./hash-threads.ts', import.meta.url)}';
  import { createPasswords } from '${new URL('./passwords.ts', import.meta.url)}';
  await createPasswords().matches('a password', null);
  const priorities = readdirSync('/proc/self/task').map((id) => getPriority(Number(id)));
  const own = getPriority(process.pid);
  const lowered = priorities.filter((priority) => priority > own).length;
  console.log(JSON.stringify({ lowered, found: lowerHashPriority() }));
`;

it.runIf(process.platform === 'linux')(
  'P-4.5 threads that hash passwords run at a lower priority than the thread of requests',
  async () => {
    const args = ['--input-type=module', '--eval', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toEqual({ lowered: 4, found: 4 });
  },
);
