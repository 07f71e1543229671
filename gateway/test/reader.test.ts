import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createReader, type Reader } from '../src/proxies/reader.ts';
import { json, startUpstream, type UpstreamServer } from './upstream-server.ts';

const CONNECTIONS = 2;
const READ = { path: '/', headers: {} };

let upstream: UpstreamServer;
let reader: Reader;
let answerAll: () => void;

beforeEach(async () => {
  upstream = await startUpstream();
  const held: (() => void)[] = [];
  upstream.answer((response) => held.push(() => json(response, 200, {})));
  answerAll = () => {
    for (const answer of held.splice(0)) answer();
  };
  reader = createReader(upstream.url, { connections: CONNECTIONS, onAnswer: () => {} });
});
afterEach(async () => {
  reader.close();
  await upstream.stop();
});

it('lets reads wait for a connection in order, and forgets those that were canceled', async () => {
  const busy = [reader.read(READ), reader.read(READ)];
  await waitUntil(() => upstream.seen.length === CONNECTIONS);
  const canceled = Array.from({ length: 50 }, () => reader.read({ ...READ, path: '/canceled' }));
  const last = reader.read({ ...READ, path: '/last' });
  const gone = new Error('gone');
  for (const { answer, cancel } of canceled) {
    cancel(gone);
    await expect(answer).rejects.toBe(gone);
  }
  answerAll();
  await Promise.all(busy.map(({ answer }) => answer));
  await waitUntil(() => upstream.seen.length === CONNECTIONS + 1);
  answerAll();
  expect(await last.answer).toMatchObject({ status: 200 });
  expect(upstream.seen.map(({ url }) => url)).toEqual(['/', '/', '/last']);
  expect(upstream.connections()).toBe(CONNECTIONS);
});
