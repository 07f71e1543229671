import { runLoadScript } from './load-script.ts';
import { runTask } from './task.ts';

// `npm run soak -- --minutes 60`: runs tests/load/soak.ts on servers of its own.
await runTask(async (task) => {
  await runLoadScript('soak.ts', process.argv.slice(2), task);
  return 0;
});
