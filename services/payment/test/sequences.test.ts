import { testRandomSequences } from './random-sequences.ts';

// `npm run resilience` runs 1,000 of them, with process crashes.
testRandomSequences({ batches: 4, isCrashing: false });
