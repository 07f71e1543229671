import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { SCHEMAS, testOwner } from '@cairn/testing/owners.ts';
import { findFreePortBase } from '../../infra/local/ports.ts';
import { startStack } from '../../infra/local/stack.ts';
import { createClient } from '../support/http.ts';
import type { Site } from '../support/player.ts';
import { type Inside, lookInside } from './inside.ts';

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
  const inputs = {
    portBase: await findFreePortBase(),
    stateDirectory,
    infrastructure: getInfrastructure(),
    database: `e2e_${randomBytes(4).toString('hex')}`,
    owners: SCHEMAS.map(testOwner),
  };
  const stack = await startStack(inputs);
  const url = stack.endpoints.gateway;
  const { body } = await createClient(url).get('/api/config');
  return {
    site: { url, stripePublishableKey: (body as SiteConfig).stripePublishableKey },
    inside: lookInside(inputs, stack.endpoints),
    admin: stack.endpoints.logins.admin,
    async stop() {
      await stack.stop();
      await rm(stateDirectory, { recursive: true, force: true });
    },
  };
}
