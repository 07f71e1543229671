import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The baseline of Node: answers every request with the given text. */
const body = Buffer.from(process.argv[2] ?? '');
const status = Number(process.argv[3] ?? 200);
const server = createServer((_request, response) => {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
// Milliseconds of CPU time since the start.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) / 1_000 });
});
process.on('disconnect', () => process.exit(0));
