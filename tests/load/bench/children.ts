import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@cairn/testing/wait-until.ts';

export type Child = { url: string; pid: number; stop(): Promise<void> };

/** The baseline of Node for these bytes and this status. */
export function startBareServer(body: string, status = 200): Promise<Child> {
  return startScript(new URL('../bare-server.ts', import.meta.url), body, String(status));
}

/** http-proxy-middleware and nothing else. */
export function startBareProxy(upstream: string): Promise<Child> {
  return startScript(new URL('bare-proxy.ts', import.meta.url), upstream);
}

async function startScript(script: URL, ...given: string[]): Promise<Child> {
  const child = fork(script, given);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return childAt(child, port);
}

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** One worker, since the gateway is one process; it writes an access log, as the gateway does. */
export async function startNginx(upstream: string): Promise<Child | null> {
  const program = NGINX.find(existsSync);
  if (!program) return null;
  const folder = await mkdtemp(join(tmpdir(), 'cairn-nginx-'));
  const port = await findFreePort();
  await writeFile(join(folder, 'nginx.conf'), nginxConfig(folder, port, new URL(upstream).host));
  const options = { stdio: 'ignore' } as const;
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], options);
  const running = childAt(child, port);
  await waitUntil(
    () =>
      fetch(running.url).then(
        ({ ok }) => ok,
        () => false,
      ),
    { what: 'nginx' },
  );
  return {
    ...running,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function nginxConfig(folder: string, port: number, upstream: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log; keepalive_requests 10000000;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream trivial { server ${upstream}; keepalive 128; keepalive_requests 10000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://trivial; proxy_http_version 1.1; proxy_set_header Connection "";
    }
  }
}
`;
}

function childAt(child: ChildProcess, port: number): Child {
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
