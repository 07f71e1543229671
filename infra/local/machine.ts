import { join } from 'node:path';
import { ROOT } from './paths.ts';

// `npm run machine [-- name …]`: see tests/machine.
await import(join(ROOT, 'tests', 'machine', 'run.ts'));
