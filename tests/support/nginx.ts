import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { findOrInstall } from '../../infra/local/debian.ts';
import { findExecutable } from '../../infra/local/executables.ts';
import { silentSteps } from '../../infra/local/steps.ts';

export type Nginx = {
  /** One address for each list of upstreams. */
  urls: string[];
  stop(): Promise<void>;
};

/** The response header with the address of the upstream that answered. */
export const SERVED_BY = 'x-served-by';

/** The program, from Debian's package if it is not installed. */
export function findNginx(): Promise<string | { unavailable: string }> {
  return findOrInstall(
    {
      find: () => findExecutable('nginx', process.env),
      missing: 'nginx is not on the PATH',
      packages: ['nginx-light', 'nginx'],
    },
    { environment: process.env, steps: silentSteps, signal: new AbortController().signal },
  );
}

/** nginx with one worker: each list of upstreams behind a port of its own, in turn, without stickiness. */
export async function startNginx(
  lists: readonly (readonly string[])[],
): Promise<Nginx | { unavailable: string }> {
  const program = await findNginx();
  if (typeof program !== 'string') return program;
  const folder = await mkdtemp(join(tmpdir(), 'cairn-nginx-'));
  const servers: string[] = [];
  const urls: string[] = [];
  for (const [index, upstreams] of lists.entries()) {
    const port = await findFreePort();
    urls.push(`http://127.0.0.1:${port}`);
    servers.push(serverOf(`upstreams${index}`, port, upstreams));
  }
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configOf(folder, servers));
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const errors = text(child.stderr);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const isServing = (url: string) => {
    if (child.exitCode !== null) throw new Error('nginx has ended');
    return isUp(url);
  };
  try {
    await Promise.all(urls.map((url) => waitUntil(() => isServing(url), { what: 'nginx' })));
  } catch (error) {
    await stop();
    throw new Error(`nginx does not serve: ${(await errors).slice(-2_000)}`, { cause: error });
  }
  return { urls, stop };
}

async function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

function configOf(folder: string, servers: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
events { worker_connections 4096; }
http {
  access_log ${folder}/access.log; keepalive_requests 10000000;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  client_max_body_size 3m; client_body_buffer_size 3m;
  proxy_max_temp_file_size 0;
  ${servers.join('\n')}
}
`;
}

/** An upstream that fails gets no request for two seconds. */
function serverOf(name: string, port: number, upstreams: readonly string[]): string {
  const hosts = upstreams.map((url) => new URL(url.replace('//localhost', '//127.0.0.1')).host);
  return `
  upstream ${name} {
    ${hosts.map((host) => `server ${host} max_fails=1 fail_timeout=2s;`).join(' ')}
    keepalive 128; keepalive_requests 10000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://${name}; proxy_http_version 1.1; proxy_read_timeout 60s;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      add_header ${SERVED_BY} $upstream_addr always;
    }
  }`;
}
