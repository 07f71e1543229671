import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CACHE, LOCAL } from './paths.ts';
import { stopLeftovers } from './process-registry.ts';

const stopped = await stopLeftovers(LOCAL);
if (stopped.length > 0) console.log(`Stopped: ${stopped.join(', ')}`);
for (const name of entriesOf(LOCAL)) {
  if (name === basename(CACHE)) continue;
  const path = join(LOCAL, name);
  if (name === 'postgres') removeTarget(path);
  rmSync(path, { recursive: true, force: true });
}
console.log('.local is empty, but for its downloads. `npm start` makes everything anew.');

/** As root the data may lie elsewhere, behind a link. */
function removeTarget(link: string): void {
  try {
    rmSync(readlinkSync(link), { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
