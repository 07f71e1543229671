import { announcement } from './announcement.ts';
import { runUntilStopped } from './starter.ts';

await runUntilStopped({ announce: announcement });
