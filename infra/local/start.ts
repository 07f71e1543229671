import { parseArgs } from 'node:util';
import { runUntilStopped } from './starter.ts';

// `npm start -- --observe` also starts a viewer of traces.
const { values } = parseArgs({ options: { observe: { type: 'boolean', default: false } } });
await runUntilStopped({ isObserved: values.observe });
