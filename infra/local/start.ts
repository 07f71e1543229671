import { runUntilStopped } from './starter.ts';

await runUntilStopped();
