import { basename } from 'node:path';
import { CACHE, LOCAL } from './paths.ts';
import { stopLeftovers } from './process-registry.ts';
import { removeContainerData } from './sources/leftover-containers.ts';
import { emptyState } from './state.ts';

const stopped = await stopLeftovers(LOCAL);
if (stopped.length > 0) console.log(`Stopped: ${stopped.join(', ')}`);
if (!(await removeContainerData(LOCAL))) {
  console.log('No Docker engine answers: Cairn’s Docker volumes were not deleted.');
}
// The folder of a running test run is kept.
emptyState(LOCAL, [basename(CACHE), 'test']);
console.log('.local is empty except for downloads. `npm start` creates everything again.');
process.exit(0);
