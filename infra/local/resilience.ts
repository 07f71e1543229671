import { parseResilienceOptions, type ResilienceRun } from './resilience-options.ts';

// npm run resilience -- [--minutes M | --kills N] [--seed S] | [--fuzz RUNS] | [--cluster] | [path …]

const { paths, variables } = parse();
Object.assign(process.env, variables);
process.argv.splice(2, Number.POSITIVE_INFINITY, ...paths);
await import('./test.ts');

function parse(): ResilienceRun {
  try {
    return parseResilienceOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
