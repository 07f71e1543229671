import { testRandomSequences } from '../../services/payment/test/random-sequences.ts';

testRandomSequences({ batches: 40, isCrashing: true });
