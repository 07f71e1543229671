import { get } from 'node:http';
import { startApp } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it } from 'vitest';
import { createLiveStream } from '../src/live/live-stream.ts';
import { type Listener, listen } from './listener.ts';

it('does not count a listener that disconnected before it was registered', async () => {
  const stream = createLiveStream({ maxListeners: 1, maxPerAddress: 1, onLimit: () => {} });
  const app = express();
  let added = 0;
  app.get('/late', (_request, response) => {
    response.on('close', () => {
      stream.add(response, '127.0.0.1');
      added += 1;
    });
    request.destroy();
  });
  const running = await startApp(app);
  const request = get(`${running.url}/late`, { agent: false });
  request.on('error', () => {});
  await waitUntil(() => added === 1, { what: 'a listener who left' });
  expect(stream.count()).toBe(0);
  await running.stop();
});

it('P-7.7 few addresses with all streams do not block others', async () => {
  const stream = createLiveStream({ maxListeners: 6, maxPerAddress: 3, onLimit: () => {} });
  const app = express();
  app.get('/:key', (request, response) => stream.add(response, request.params.key));
  app.use(((error, _request, response, _next) => {
    response.status(error.status).end();
  }) satisfies ErrorRequestHandler);
  const running = await startApp(app);
  const join = (key: string) => listen(`${running.url}/${key}`);
  const heavy: Listener[] = [];
  for (const key of ['a', 'a', 'a', 'b', 'b', 'b']) heavy.push(await join(key));
  const ended = () => heavy.map((listener) => listener.hasEnded());
  const [first, second] = [await join('c'), await join('d')];
  await waitUntil(() => ended().filter(Boolean).length === 2, { what: 'two ended listeners' });
  expect(ended()).toEqual([true, false, false, true, false, false]);
  // All addresses have their share: a heavy address cannot displace another's stream.
  expect((await fetch(`${running.url}/a`)).status).toBe(503);
  stream.announceRelease('vt-troll-hunt');
  await waitUntil(() => first.events().length + second.events().length === 2);
  expect(stream.count()).toBe(6);
  stream.end();
  await running.stop();
});
