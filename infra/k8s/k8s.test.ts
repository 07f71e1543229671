import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { receiveEvent } from '@cairn/contracts/events/define-event.ts';
import { SERVICE_NAMES, type ServiceName } from '@cairn/contracts/services.ts';
import { INTERNAL_ROUTES } from '@cairn/testing/internal-caller.ts';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../local/paths.ts';
import { portsFrom } from '../local/ports.ts';
import { defineProcess, PROCESS_NAMES } from '../local/processes.ts';
import { CONFIGURATION, secretsFrom } from './secrets.ts';

type Selector = { matchLabels?: Record<string, string> };
type Rule = {
  from?: { podSelector?: Selector }[];
  to?: { podSelector?: Selector }[];
  ports: unknown;
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: unknown;
    template: {
      metadata: { labels: Record<string, string> };
      spec: { serviceAccountName: string; containers: Container[] };
    };
    ingress: Rule[];
    egress: Rule[];
  };
};
/** The first container of a Deployment; a missing field fails its comparison. */
type Container = {
  command: string[];
  ports: { name: string; containerPort: number }[];
  env: { name: string; value: string }[];
  envFrom: unknown[];
  resources: { requests: object; limits: { memory: string } };
};

const NAME = 'app.kubernetes.io/name';
/** `service` for every pod of a service. */
const COMPONENT = 'app.kubernetes.io/component';
const PROCESSES = PROCESS_NAMES.filter((name) => name !== 'sandbox');
/** Payment hands an event over to them, so that its effect is visible at once. */
const EVENT_RECEIVERS = new Set<string>(['auth', 'catalog']);
const ports = portsFrom(8080);
const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');

describe('the manifests of Kubernetes', () => {
  it.each(PROCESSES)('%s has a workload with its script, port, account and Secret', (name) => {
    const manifests = readManifests(`${name}.yaml`);
    const { spec } = find(manifests, 'Deployment', name);
    const pod = spec.template.spec;
    const container = containerOf(manifests, name);
    const { args } = defineProcess(name, { port: 1, environment: {} });
    expect(container.command).toEqual(['node', args.at(-1)?.slice(ROOT.length + 1)]);
    expect(container.ports[0]).toEqual({ name: 'http', containerPort: ports[name] });
    expect(container.env).toContainEqual({ name: 'PORT', value: String(ports[name]) });
    expect(container.envFrom).toEqual([
      { configMapRef: { name: 'cairn' } },
      { secretRef: { name: `cairn-${name}` } },
    ]);
    expect(container.resources.requests).toBeDefined();
    expect(container.resources.limits.memory).toBeDefined();
    const isService = SERVICE_NAMES.includes(name as ServiceName);
    expect(spec.template.metadata.labels[COMPONENT] === 'service').toBe(isService);
    expect(pod.serviceAccountName).toBe(name);
    expect(find(manifests, 'ServiceAccount', name)).toBeDefined();
    const budget = find(manifests, 'PodDisruptionBudget', name);
    expect(budget.spec.selector).toEqual(spec.selector);
  });

  it.each(SERVICE_NAMES)(
    '%s accepts connections only from the callers that the contract names',
    (name) => {
      const { spec } = find(readManifests(`${name}.yaml`), 'NetworkPolicy', `${name}-ingress`);
      const allowed = spec.ingress.flatMap(({ from = [] }) => from.flatMap(namesOf));
      // Selected with the other services: a process that calls itself uses no network.
      expect(new Set(allowed.filter((each) => each !== name))).toEqual(callersOf(name));
      expect(spec.ingress.map(({ ports }) => ports)).toEqual([[{ port: ports[name] }]]);
    },
  );

  it.each(PROCESSES.filter((name) => name !== 'worker'))(
    '%s calls the services whose ingress names it, and no other',
    (name) => {
      const { spec } = find(readManifests(`${name}.yaml`), 'NetworkPolicy', `${name}-egress`);
      const called = spec.egress.flatMap(({ to = [] }) => to.flatMap(namesOf));
      expect(called.sort()).toEqual(
        SERVICE_NAMES.filter((owner) => callersOf(owner).has(name)).sort(),
      );
    },
  );

  it('every variable of docker-compose.yml is in the ConfigMap, the workload or a Secret', () => {
    const everything = new Proxy({}, { get: () => 'value' });
    const secrets = secretsFrom(compose, everything);
    const configured = ['base', 'overlays/development', 'overlays/production'].flatMap((folder) =>
      literalsOf(`${folder}/kustomization.yaml`),
    );
    const { services } = parse(compose, { merge: true });
    for (const name of PROCESSES) {
      const secret = secrets.find(({ metadata }) => metadata.name === `cairn-${name}`);
      const container = containerOf(readManifests(`${name}.yaml`), name);
      const set = [
        ...configured,
        ...container.env.map((each) => each.name),
        ...Object.keys(secret?.stringData ?? {}),
      ];
      const missing = Object.keys(services[name].environment).filter((key) => !set.includes(key));
      expect(missing, name).toEqual([]);
    }
  });

  it('a Secret holds no configuration, and its values come from the file', () => {
    const values = { AUTH_PASSWORD: 'one', AUTH_REDIS_PASSWORD: 'two' };
    const everything = new Proxy<Record<string, string>>(values, {
      get: (target, name: string) => target[name] ?? 'other',
    });
    const secrets = secretsFrom(compose, everything);
    const names = secrets.flatMap(({ metadata, stringData }) =>
      metadata.name === 'cairn-sandbox' ? [] : Object.keys(stringData),
    );
    expect(names.filter((name) => CONFIGURATION.includes(name))).toEqual([]);
    const secret = secrets.find(({ metadata }) => metadata.name === 'cairn-auth')?.stringData;
    expect(secret?.['DATABASE_URL']).toBe('postgres://cairn_auth:one@postgres:5432/cairn');
    expect(secret?.['REDIS_URL']).toBe('redis://auth:two@redis:6379');
    expect(secret?.['CODE_SEAL_KEY']).toBeUndefined();
    expect(() => secretsFrom(compose, {})).toThrow('is not set');
  });

  it('PgBouncer requires TLS of its clients and verifies the certificate of Postgres', () => {
    const settings = readFileSync(new URL('./pooler/pgbouncer.ini', import.meta.url), 'utf8');
    expect(settings).toMatch(/^client_tls_sslmode = require$/m);
    expect(settings).toMatch(/^server_tls_sslmode = verify-full$/m);
  });
});

function readManifests(file: string): Manifest[] {
  const text = readFileSync(new URL(`./base/${file}`, import.meta.url), 'utf8');
  return parseAllDocuments(text).map((each) => each.toJS() as Manifest);
}

function find(manifests: Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
}

function containerOf(manifests: Manifest[], name: string): Container {
  const [container] = find(manifests, 'Deployment', name).spec.template.spec.containers;
  if (!container) throw new Error(`${name} has no container`);
  return container;
}

/** The processes whose pods a rule selects. */
function namesOf({ podSelector }: { podSelector?: Selector }): (string | undefined)[] {
  const labels = podSelector?.matchLabels ?? {};
  return labels[COMPONENT] === 'service' ? [...SERVICE_NAMES] : [labels[NAME]];
}

/** The gateway calls every service; internal routes name their callers. */
function callersOf(service: ServiceName): Set<string> {
  const routes = INTERNAL_ROUTES.filter(
    (route) => route.owner === service || (route === receiveEvent && EVENT_RECEIVERS.has(service)),
  );
  return new Set(['gateway', ...routes.flatMap(({ callers = [] }) => callers)]);
}

function literalsOf(file: string): string[] {
  const text = readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
  const { configMapGenerator } = parse(text) as { configMapGenerator: { literals: string[] }[] };
  return configMapGenerator.flatMap(({ literals }) =>
    literals.map((each) => each.slice(0, each.indexOf('='))),
  );
}
