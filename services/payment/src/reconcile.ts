import { loadConfig } from './config.ts';
import { createContext } from './context.ts';

// `npm run reconcile`, beside the running service: the same lock, the same path. Ends with 1 where
// something needs a person, and with 2 where another copy is at it.
const context = createContext(loadConfig());
const summary = await context.reconciliation.run();
process.stdout.write(`${summary ? JSON.stringify(summary, null, 2) : 'Another copy is at it.'}\n`);
for (const part of context.parts.toReversed()) await part.stop();
process.exitCode = summary ? Math.min(summary.problems.length, 1) : 2;
