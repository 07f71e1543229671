import { expect, it } from 'vitest';
import { urlAtServer } from './pool.ts';

const POOLER = 'postgres://cairn_auth:secret@pooler:6432/cairn?sslmode=disable';

it.each([
  ['postgres://direct:5433/any?sslmode=require', 'direct:5433/cairn?sslmode=require'],
  ['postgres://direct/any', 'direct/cairn'],
])('%s gives the server, port and TLS of a connection', (server, expected) => {
  expect(urlAtServer(POOLER, server)).toBe(`postgres://cairn_auth:secret@${expected}`);
});
