import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PROCESS_NAMES as CAIRN_PROCESSES,
  PROCESSES,
  SERVICE_NAMES,
  urlVariable,
} from '@cairn/contracts/services.ts';
import { describe, expect, it } from 'vitest';
import { ownersFrom } from '../local/database.ts';
import { environmentOf } from '../local/environment.ts';
import { baseEnvironment } from '../local/executables.ts';
import { ROOT } from '../local/paths.ts';
import { portsFrom } from '../local/ports.ts';
import { defineProcess, PROCESS_NAMES, type ProcessName } from '../local/processes.ts';
import { REDIS_ACCOUNTS } from '../local/redis-accounts.ts';
import { makeSecrets } from '../local/secrets.ts';

const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8');
const secrets = makeSecrets();
/** Of one machine only: the state of the sandbox in memory is enough, and code is compiled once. */
const LOCAL_ONLY = [
  'NODE_COMPILE_CACHE',
  'STATE_FILE',
  ...Object.keys(baseEnvironment(process.env)),
];

/** `npm start -- --observe` sets the first, the image has its own web app. */
const NOT_TO_BE_SET = ['OTEL_EXPORTER_ZIPKIN_ENDPOINT', 'WEB_DIST'];

describe('docker-compose.yml and the image', () => {
  it.each(PROCESS_NAMES)('%s: the script and every variable that npm start gives it', (name) => {
    const block = blockOf(name);
    const { args } = defineProcess(name, { port: 1, environment: {} });
    expect(block).toContain(`command: [node, ${args.at(-1)?.slice(ROOT.length + 1)}]`);
    const given = Object.keys(localEnvironment(name)).filter((key) => !LOCAL_ONLY.includes(key));
    const missing = given.filter((key) => !new RegExp(`^ +${key}:`, 'm').test(block));
    expect(missing).toEqual([]);
  });

  it.each(CAIRN_PROCESSES)('%s: port and database role of the manifest', (name) => {
    const { portOffset, schema } = PROCESSES[name];
    const block = blockOf(name);
    expect(block).toContain(`PORT: "${8080 + portOffset}"\n`);
    const database = `postgres://cairn_${schema}:`;
    expect(block.includes('DATABASE_URL')).toBe(schema !== null);
    if (schema) expect(block).toContain(`DATABASE_URL: ${database}`);
  });

  it.each(SERVICE_NAMES)('%s: the address that the other processes call', (name) => {
    const port = 8080 + PROCESSES[name].portOffset;
    expect(compose).toContain(`\n  ${urlVariable(name)}: http://${name}:${port}\n`);
    expect(compose).toContain(`"${name}": "\${${name.toUpperCase()}_PASSWORD:?}"`);
  });

  it('has a block for each process of the manifest, and no other process of Cairn', () => {
    const scripts = [...compose.matchAll(/command: \[node, ((?:gateway|services)\/\S+)\]/g)];
    const expected = CAIRN_PROCESSES.map((name) => PROCESSES[name].script);
    expect(scripts.map(([, script]) => script).sort()).toEqual([...expected].sort());
  });

  it.each(REDIS_ACCOUNTS)('%s has its own account of Redis', (name) => {
    const password = `\${${name.toUpperCase()}_REDIS_PASSWORD:?}`;
    expect(blockOf(name)).toContain(`REDIS_URL: redis://${name}:${password}@redis:6379\n`);
  });

  it('every variable of .env.example can be set', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const ofProcesses = example.slice(example.indexOf('--- every process'));
    const names = [...ofProcesses.matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(names).toContain('MAX_ATTEMPTS');
    const missing = names.filter((name) => !new RegExp(`^ +${name}:`, 'm').test(compose));
    expect(missing).toEqual(NOT_TO_BE_SET);
  });

  it('the image is made with the packages of every workspace', () => {
    const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    const [, copied = ''] = /^COPY --parents ((?:.*\\\n)*.*) \.\/$/m.exec(dockerfile) ?? [];
    const patterns = copied.split(/[\s\\]+/);
    const packagesOf = (globs: string[]) => globSync(globs, { cwd: ROOT }).sort();
    expect(packagesOf(patterns)).toEqual(
      packagesOf(workspaces.map((folder) => `${folder}/package.json`)),
    );
    expect(dockerfile).toContain(' -w gateway -w services ');
  });
});

/** A service's own lines, with those of the anchors that it takes in. */
function blockOf(name: ProcessName): string {
  const own = new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? '';
  const anchors = [...own.matchAll(/\*([\w-]+)/g)].map(([, anchor]) => anchor);
  const shared = anchors.map(
    (anchor) => new RegExp(`^x-[\\w-]+: &${anchor}\\n((?:  .*\\n)+)`, 'm').exec(compose)?.[1] ?? '',
  );
  return [own, ...shared].join('\n');
}

function localEnvironment(name: ProcessName): Record<string, string> {
  return environmentOf(name, {
    stateDirectory: '/state',
    ports: portsFrom(8080),
    publicUrl: 'http://localhost:8080',
    infrastructure: {
      postgresUrl: 'postgres://postgres:x@localhost/postgres',
      redisUrl: 'redis://localhost',
      kafkaBrokers: ['localhost:9092'],
    },
    database: {
      adminUrl: 'postgres://postgres:x@localhost/postgres',
      name: 'cairn',
      owners: ownersFrom(secrets.rolePasswords),
      sqlPasswords: secrets.sqlPasswords,
    },
    secrets,
    own: {},
  });
}
