import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyMiddleware } from 'http-proxy-middleware';

const proxy = createProxyMiddleware({
  target: process.argv[2] ?? '',
  changeOrigin: true,
  agent: new Agent({ keepAlive: true, maxSockets: 256 }),
});
const server = createServer((request, response) => {
  void proxy(request, response, () => response.writeHead(404).end());
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
