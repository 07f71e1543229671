import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { isDatabaseUnavailable } from '@cairn/service-kit/database-unavailable.ts';
import { afterAll, expect, it } from 'vitest';
import { createPool } from '../pool.ts';

// Speaks as much of the protocol as a client needs to connect, as a hot standby does:
// https://www.postgresql.org/docs/18/protocol-message-formats.html
const standby = createServer((socket) => {
  socket.once('data', () => {
    socket.write(Buffer.concat([AUTHENTICATION_OK, IN_HOT_STANDBY, READY]));
    socket.on('data', () => socket.write(Buffer.concat([EMPTY_QUERY, READY])));
  });
  socket.on('error', () => {});
});
const AUTHENTICATION_OK = message('R', Buffer.alloc(4));
const IN_HOT_STANDBY = message('S', Buffer.from('in_hot_standby\0on\0'));
const READY = message('Z', Buffer.from('I'));
const EMPTY_QUERY = message('I', Buffer.alloc(0));

standby.listen(0, '127.0.0.1');
await once(standby, 'listening');
afterAll(() => void standby.close());

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function connect(allowsStandby: boolean) {
  const url = `postgres://user:secret@127.0.0.1:${(standby.address() as AddressInfo).port}/cairn`;
  return createPool({ url, schema: 'public', name: 'test', allowsStandby, onError: () => {} });
}

it('a pool refuses a server that is a standby, as if it were unreachable', async () => {
  const pool = connect(false);
  const error: unknown = await pool.query('').catch((reason: unknown) => reason);
  expect(String(error)).toContain('is a standby');
  expect(isDatabaseUnavailable(error)).toBe(true);
  await pool.end();
});

it('a pool for reads accepts a standby', async () => {
  const pool = connect(true);
  expect((await pool.query('')).rows).toEqual([]);
  await pool.end();
});
