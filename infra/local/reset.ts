import { basename } from 'node:path';
import { CACHE, LOCAL } from './paths.ts';
import { stopLeftovers } from './process-registry.ts';
import { removeContainerData } from './sources/left-containers.ts';
import { emptyState } from './state.ts';

const stopped = await stopLeftovers(LOCAL);
if (stopped.length > 0) console.log(`Stopped: ${stopped.join(', ')}`);
if (!(await removeContainerData(LOCAL))) {
  console.log('No Docker engine answers: the data that Cairn has in volumes there stays.');
}
// A test run that is under way keeps its own folder.
emptyState(LOCAL, [basename(CACHE), 'test']);
console.log('.local is empty, but for its downloads. `npm start` makes everything anew.');
process.exit(0);
