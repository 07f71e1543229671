import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localUrl } from '../../../infra/local/environment.ts';
import { findFreePortBase, portsFrom } from '../../../infra/local/ports.ts';
import { defineProcess } from '../../../infra/local/processes.ts';
import { bundlePrograms } from '../../../infra/local/programs.ts';
import { SupervisedProcess } from '../../../infra/local/supervisor.ts';
import type { Inside } from '../../e2e/inside.ts';
import { startNginx } from '../../support/nginx.ts';
import { type Child, startBareProxy, startBareServer } from './children.ts';
import { load, median } from './load.ts';

const ROUNDS = 3;
const RUN = { seconds: 3, connections: 50 };
/** A request that the gateway forwards to auth, and counts by address like any other. */
const PATH = 'api/auth/verify';

/** Request rates of several proxies in front of one trivial server, alternating. */
export async function compareProxies(inside: Inside, limits: string): Promise<string[]> {
  const upstream = await startBareServer('{"valid":true}');
  const proxies: [name: string, proxy: Child][] = [
    ['nothing', upstream],
    ['http-proxy-middleware', await startBareProxy(upstream.url)],
    ['gateway', await startGateway(inside, upstream.url, limits)],
  ];
  const nginx = await startNginx([[upstream.url]]);
  if ('urls' in nginx) proxies.push(['nginx', { url: `${nginx.urls[0]}/`, stop: nginx.stop }]);
  const rates = new Map(proxies.map(([name]) => [name, [] as number[]]));
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, { url }] of proxies) {
        const { perSecond } = await load({ url: `${url}${PATH}`, ...RUN });
        // The first round is a warm-up.
        if (round > 0) rates.get(name)?.push(perSecond);
      }
    }
  } finally {
    for (const [, proxy] of proxies.toReversed()) await proxy.stop();
  }
  const middle = (name: string) => median(rates.get(name) ?? []);
  const rows = proxies.map(
    ([name]) => `  ${name.padEnd(22)} ${middle(name).toFixed(0).padStart(9)}`,
  );
  const ratio = (name: string) => (middle('gateway') / middle(name)).toFixed(2);
  return [
    'in front of a trivial server       a second',
    ...rows,
    `  gateway to http-proxy-middleware bare: ${ratio('http-proxy-middleware')}; ` +
      ('urls' in nginx ? `to nginx: ${ratio('nginx')}` : nginx.unavailable),
  ];
}

/** One more gateway, whose auth is the trivial server. */
async function startGateway(inside: Inside, upstream: string, limits: string): Promise<Child> {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const ports = portsFrom(await findFreePortBase());
  const port = ports.gateway;
  const environment = {
    ...inside.environments.gateway,
    LIMITS: limits,
    PORT: String(port),
    METRICS_PORT: String(ports.gatewayMetrics),
    AUTH_URL: upstream.replace(/\/$/, ''),
  };
  const programs = await bundlePrograms();
  const definition = defineProcess('gateway', { port, environment, programs });
  const gateway = new SupervisedProcess(definition, { stateDirectory, say: () => {} });
  await gateway.whenReady(new AbortController().signal);
  return {
    url: `${localUrl(port)}/`,
    async stop() {
      await gateway.stop();
      await rm(stateDirectory, { recursive: true, force: true });
    },
  };
}
