import { once } from 'node:events';
import express from 'express';
import { type BackgroundService, runProcess } from '../lifecycle.ts';
import { createLogger } from '../logger.ts';

// A process for lifecycle.test.ts; reports its state over the IPC channel.
const [mode] = process.argv.slice(2);
const app = express();
let finish = () => {};

app.get('/quick', (_request, response) => {
  response.send('quick');
});
app.get('/slow', async (_request, response) => {
  process.send?.({ event: 'started_slow' });
  await new Promise<void>((resolve) => {
    finish = resolve;
  });
  response.send('finished');
});
app.get('/crash', () => {
  setImmediate(() => {
    throw mode === 'odd' ? undefined : new Error('uncaught by design');
  });
});
process.on('message', (message) => {
  if (message === 'finish') finish();
  if (message === 'end job') endJob();
});

const order: string[] = [];
let endJob = () => {};
const job = new Promise<void>((resolve) => {
  endJob = resolve;
});
const service = (name: string, work = Promise.resolve()): BackgroundService => ({
  start: () => void order.push(`start ${name}`),
  stop: async () => {
    order.push(`stop ${name}`);
    process.send?.({ event: 'order', order });
    if (mode === 'stuck') await once(process, 'never');
    await work;
    order.push(`stopped ${name}`);
    process.send?.({ event: 'order', order });
  },
});

await runProcess({
  logger: createLogger('process', 'info'),
  port: Number(process.env['PROBE_PORT']),
  ...(mode === 'stuck' ? { stopWithinMs: 500 } : {}),
  app,
  backgroundServices: [
    { ...service('pool'), isConnection: true },
    { ...service('bus'), isConnection: true },
    service('consumer'),
    service('worker', mode === 'busy' ? job : Promise.resolve()),
  ],
});
process.send?.({ event: 'started' });
