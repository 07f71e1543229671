import { get } from 'node:http';
import { startApp } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import express from 'express';
import { expect, it } from 'vitest';
import { createLiveStream } from '../src/live/live-stream.ts';

it('keeps no place for a listener who had left before there was one', async () => {
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
