import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Harness } from './harness.ts';

const PROGRAM = fileURLToPath(new URL('./mortal-process.ts', import.meta.url));

/** Whom the copy was just asking, and whether the question had its effect when the copy died. */
export type Moment = { asking: 'stripe' | 'catalog' | 'auth'; when: 'before' | 'after' };

export type MortalCopy = {
  /** Empty while it is dead. */
  url(): string;
  deaths(): number;
  /** kill -9: at once, or at the next such moment. */
  kill(moment: Moment | null): void;
  /** A new process where there is none. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startMortalCopy({ environment, sandbox }: Harness): Promise<MortalCopy> {
  let child: ChildProcess | null = null;
  let url = '';
  let deaths = 0;
  let doom: Moment | null = null;
  let starting: Promise<void> | null = null;

  function die(): void {
    doom = null;
    if (!url) return;
    url = '';
    deaths += 1;
    child?.kill('SIGKILL');
  }

  const isDue = (asking: Moment['asking']) => (when: Moment['when']) => {
    const isNow = doom?.asking === asking && doom.when === when;
    if (isNow) die();
    return isNow;
  };
  const ways = {
    stripe: await startWay(sandbox.url, isDue('stripe')),
    catalog: await startWay(environment['CATALOG_URL'] ?? '', isDue('catalog')),
    auth: await startWay(environment['AUTH_URL'] ?? '', isDue('auth')),
  };

  async function start(): Promise<void> {
    child = fork(PROGRAM, {
      env: {
        ...environment,
        LOG_LEVEL: 'silent',
        STRIPE_API_URL: ways.stripe.url,
        CATALOG_URL: ways.catalog.url,
        AUTH_URL: ways.auth.url,
      },
    });
    const [address] = await Promise.race([
      once(child, 'message') as Promise<[AddressInfo]>,
      once(child, 'exit').then(([code]) => {
        throw new Error(`the mortal copy ended with ${code} while it started`);
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
    deaths: () => deaths,
    kill(moment) {
      doom = moment;
      if (!moment) die();
    },
    restart,
    async stop() {
      await starting;
      child?.kill('SIGKILL');
      for (const way of Object.values(ways)) {
        way.server.closeAllConnections();
        await new Promise((resolve) => way.server.close(resolve));
      }
    },
  };
}

/** Passes requests on to `target`, and cuts the caller off where `isDue` says so. */
async function startWay(
  target: string,
  isDue: (when: Moment['when']) => boolean,
): Promise<{ url: string; server: Server }> {
  const server = createServer(async (incoming, outgoing) => {
    if (isDue('before')) return incoming.destroy();
    const answer = await passOn(target, incoming).catch(() => null);
    if (!answer || isDue('after')) return incoming.destroy();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function passOn(target: string, incoming: IncomingMessage): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers, url } = incoming;
    const onward = request(`${target}${url}`, { method, headers }, resolve);
    onward.on('error', reject);
    incoming.pipe(onward);
  });
}
