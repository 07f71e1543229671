import { runLoadScript } from './load-script.ts';
import { runTask } from './task.ts';

// `npm run bench`: runs a script of tests/load on servers of its own. Without options all routes; `--otel`
// the overhead of OpenTelemetry, `--copies 4` the cost of a request with several copies.
const args = process.argv.slice(2);
const script = { '--otel': 'telemetry.ts', '--copies': 'copies.ts' }[args[0] ?? ''] ?? 'bench.ts';

await runTask(async (task) => {
  await runLoadScript(
    script,
    args.filter((arg) => arg !== '--otel'),
    task,
  );
  return 0;
});
