import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { databaseUrl } from '@cairn/postgres/provision.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { SCHEMAS, testOwner } from '@cairn/testing/owners.ts';
import { findFreePortBase } from '../../infra/local/ports.ts';
import type { ProcessName } from '../../infra/local/processes.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { startStack } from '../../infra/local/stack.ts';
import { createClient } from '../support/http.ts';
import type { Site } from '../support/player.ts';

/** What no player has: for tests that look behind the gateway. */
export type Inside = {
  urls: Record<Exclude<ProcessName, 'sandbox'>, string>;
  gatewayMetrics: string;
  /** A superuser's. */
  databaseUrl: string;
  redisUrl: string;
  kafkaBrokers: string[];
  internalSecret: string;
  jwtPublicKey: string;
};

export type TestStack = {
  site: Site;
  inside: Inside;
  admin: { email: string; password: string };
  stop(): Promise<void>;
};

/** Every process of Cairn on free ports, a database of its own, and the servers of this test run. */
export async function startTestStack(): Promise<TestStack> {
  // `npm test` names a folder whose processes it looks after, whatever ends this run.
  const stateDirectory =
    process.env['TEST_STATE_DIRECTORY'] ?? (await mkdtemp(join(tmpdir(), 'cairn-e2e-')));
  const infrastructure = getInfrastructure();
  const database = `e2e_${randomBytes(4).toString('hex')}`;
  const stack = await startStack({
    portBase: await findFreePortBase(),
    stateDirectory,
    infrastructure,
    database,
    owners: SCHEMAS.map(testOwner),
  });
  const url = stack.endpoints.gateway;
  const secrets = loadSecrets(stateDirectory);
  const { body } = await createClient(url).get('/api/config');
  return {
    site: { url, stripePublishableKey: (body as SiteConfig).stripePublishableKey },
    inside: {
      urls: { gateway: url, ...stack.endpoints.services },
      gatewayMetrics: stack.endpoints.gatewayMetrics,
      databaseUrl: databaseUrl(infrastructure.postgresUrl, database),
      redisUrl: infrastructure.redisUrl,
      kafkaBrokers: infrastructure.kafkaBrokers,
      internalSecret: secrets.internalSecret,
      jwtPublicKey: secrets.jwtPublicKey,
    },
    admin: stack.endpoints.logins.admin,
    async stop() {
      await stack.stop();
      await rm(stateDirectory, { recursive: true, force: true });
    },
  };
}
