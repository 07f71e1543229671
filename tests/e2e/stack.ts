import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { SCHEMAS, TEST_SQL_PASSWORDS, testOwner } from '@cairn/testing/owners.ts';
import { findFreePortBase } from '../../infra/local/ports.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { startStack } from '../../infra/local/stack.ts';
import type { SupervisedProcess } from '../../infra/local/supervisor.ts';
import { createClient } from '../support/http.ts';
import type { Site } from '../support/player.ts';
import { noteSent, readUsed } from '../support/used-data.ts';
import { type Inside, lookInside } from './inside.ts';
import { findSecretsInLogs } from './log-secrets.ts';
import { findUsed, readInbox } from './used-in-logs.ts';

export type TestStack = {
  site: Site;
  inside: Inside;
  admin: { email: string; password: string };
  processes: SupervisedProcess[];
  stop(): Promise<void>;
};

/** Every process of Cairn on free ports, a database of its own, and the servers of this test run; `own` are variables that an operator would set. */
export async function startTestStack(own: NodeJS.ProcessEnv = {}): Promise<TestStack> {
  // `npm test` names a folder whose processes it stops, however this run ends.
  const stateDirectory =
    process.env['TEST_STATE_DIRECTORY'] ?? (await mkdtemp(join(tmpdir(), 'cairn-e2e-')));
  const inputs = {
    portBase: await findFreePortBase(),
    stateDirectory,
    infrastructure: getInfrastructure(),
    database: `e2e_${randomBytes(4).toString('hex')}`,
    owners: SCHEMAS.map(testOwner),
    sqlPasswords: TEST_SQL_PASSWORDS,
  };
  const stack = await startStack({ ...inputs, own });
  const url = stack.endpoints.gateway;
  const inside = lookInside(inputs, stack.endpoints);
  const { body } = await createClient(url).get('/api/config');
  return {
    site: { url, stripePublishableKey: (body as SiteConfig).stripePublishableKey },
    inside,
    admin: stack.endpoints.logins.admin,
    processes: stack.processes,
    async stop() {
      noteSent(await readInbox(stack.endpoints.sandbox));
      await stack.stop();
      const leaks = [
        ...findSecretsInLogs(join(stateDirectory, 'logs'), loadSecrets(stateDirectory)),
        ...findUsedInLogs(stateDirectory, inside),
      ];
      await rm(stateDirectory, { recursive: true, force: true });
      if (leaks.length > 0) throw new Error(`Logs hold what they must not:\n${leaks.join('\n')}`);
    },
  };
}

/** Searches every log of the run for every private text that was used in it. */
function findUsedInLogs(stateDirectory: string, { logs, environments }: Inside): string[] {
  // Processes log their settings at the start; `log-secrets` checks the secret ones.
  const settings = JSON.stringify(environments);
  const used = readUsed(stateDirectory).filter((text) => !settings.includes(text));
  return readdirSync(logs)
    .filter((file) => file.endsWith('.log'))
    .flatMap((file) =>
      findUsed(readFileSync(join(logs, file), 'utf8'), used).map(
        (text) => `${file}: what a user typed, sent or was given: ${text.slice(0, 80)}`,
      ),
    );
}
