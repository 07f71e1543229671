import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Harness } from './harness.ts';

const PROGRAM = fileURLToPath(new URL('./crashable-program.ts', import.meta.url));

/** The upstream call at which the process is killed, and whether the call takes effect first. */
export type CrashPoint = { upstream: 'stripe' | 'catalog' | 'auth'; when: 'before' | 'after' };

export type CrashableProcess = {
  /** Empty while the process is not running. */
  url(): string;
  crashes(): number;
  /** SIGKILL: immediately for null, otherwise at the next matching call. */
  kill(crashPoint: CrashPoint | null): void;
  /** Starts a new process if none is running. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startCrashableProcess({
  environment,
  sandbox,
}: Harness): Promise<CrashableProcess> {
  let child: ChildProcess | null = null;
  let url = '';
  let crashCount = 0;
  let pendingCrash: CrashPoint | null = null;
  let starting: Promise<void> | null = null;

  function crash(): void {
    pendingCrash = null;
    if (!url) return;
    url = '';
    crashCount += 1;
    child?.kill('SIGKILL');
  }

  const isDue = (upstream: CrashPoint['upstream']) => (when: CrashPoint['when']) => {
    const isNow = pendingCrash?.upstream === upstream && pendingCrash.when === when;
    if (isNow) crash();
    return isNow;
  };
  const proxies = {
    stripe: await startProxy(sandbox.url, isDue('stripe')),
    catalog: await startProxy(environment['CATALOG_URL'] ?? '', isDue('catalog')),
    auth: await startProxy(environment['AUTH_URL'] ?? '', isDue('auth')),
  };

  async function start(): Promise<void> {
    child = fork(PROGRAM, {
      env: {
        ...environment,
        LOG_LEVEL: 'silent',
        STRIPE_API_URL: proxies.stripe.url,
        CATALOG_URL: proxies.catalog.url,
        AUTH_URL: proxies.auth.url,
      },
    });
    const [address] = await Promise.race([
      once(child, 'message') as Promise<[AddressInfo]>,
      once(child, 'exit').then(([code]) => {
        throw new Error(`the crashable process exited with ${code} while it started`);
      }),
    ]);
    url = `http://127.0.0.1:${address.port}`;
  }

  async function restart(): Promise<void> {
    if (url) return;
    starting ??= start().finally(() => {
      starting = null;
    });
    await starting;
  }

  await restart();
  return {
    url: () => url,
    crashes: () => crashCount,
    kill(crashPoint) {
      pendingCrash = crashPoint;
      if (!crashPoint) crash();
    },
    restart,
    async stop() {
      await starting;
      child?.kill('SIGKILL');
      for (const proxy of Object.values(proxies)) {
        proxy.server.closeAllConnections();
        await new Promise((resolve) => proxy.server.close(resolve));
      }
    },
  };
}

/** Forwards requests to `target`, and closes the caller's connection where `isDue` returns true. */
async function startProxy(
  target: string,
  isDue: (when: CrashPoint['when']) => boolean,
): Promise<{ url: string; server: Server }> {
  const server = createServer(async (incoming, outgoing) => {
    if (isDue('before')) return incoming.destroy();
    const answer = await forward(target, incoming).catch(() => null);
    if (!answer || isDue('after')) return incoming.destroy();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function forward(target: string, incoming: IncomingMessage): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers, url } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers }, resolve);
    forwarded.on('error', reject);
    incoming.pipe(forwarded);
  });
}
