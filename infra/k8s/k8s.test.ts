import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as events from '@cairn/contracts/events/define-event.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import * as admin from '@cairn/contracts/internal/admin.ts';
import * as auth from '@cairn/contracts/internal/auth.ts';
import * as catalog from '@cairn/contracts/internal/catalog.ts';
import * as notification from '@cairn/contracts/internal/notification.ts';
import * as payment from '@cairn/contracts/internal/payment.ts';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../local/paths.ts';
import { portsFrom } from '../local/ports.ts';
import { defineProcess, PROCESS_NAMES } from '../local/processes.ts';
import { CONFIGURATION, secretsFrom } from './secrets.ts';

type Selector = { matchLabels?: Record<string, string> };
type Rule = { from?: { podSelector?: Selector }[]; to?: { podSelector?: Selector }[] };
type Manifest = {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: unknown;
    template: { spec: { serviceAccountName: string; containers: Container[] } };
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
const PROCESSES = PROCESS_NAMES.filter((name) => name !== 'sandbox');
/** Those that apply an event at once when payment hands it over. */
const EVENT_RECEIVERS = { auth: events, catalog: events };
const INTERNAL_ROUTES = { admin, auth, catalog, notification, payment };
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
    expect(pod.serviceAccountName).toBe(name);
    expect(find(manifests, 'ServiceAccount', name)).toBeDefined();
    const budget = find(manifests, 'PodDisruptionBudget', name);
    expect(budget.spec.selector).toEqual(spec.selector);
  });

  it('a service accepts connections only from the callers that the contract names', () => {
    const allowed = Object.fromEntries(
      readManifests('network-policies.yaml')
        .filter(({ metadata }) => metadata.name in withSuffix('-ingress'))
        .map(({ metadata, spec }) => [
          metadata.name.replace('-ingress', ''),
          spec.ingress.flatMap(({ from = [] }) => from.map(nameOf)).sort(),
        ]),
    );
    expect(allowed).toEqual(callersByOwner());
  });

  it('a process calls the services whose ingress names it, and no other', () => {
    const callers = callersByOwner();
    const policies = readManifests('network-policies.yaml');
    for (const name of PROCESSES.filter((each) => each !== 'worker')) {
      const { spec } = find(policies, 'NetworkPolicy', `${name}-egress`);
      const called = spec.egress.flatMap(({ to = [] }) => to.map(nameOf)).sort();
      const owners = Object.keys(callers).filter((owner) => callers[owner]?.includes(name));
      expect(called, name).toEqual(owners.sort());
    }
  });

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

function nameOf({ podSelector }: { podSelector?: Selector }): string | undefined {
  return podSelector?.matchLabels?.[NAME];
}

function withSuffix(suffix: string): Record<string, true> {
  return Object.fromEntries(
    Object.keys(INTERNAL_ROUTES).map((owner) => [`${owner}${suffix}`, true as const]),
  );
}

/** The gateway calls every service; internal routes name their callers. */
function callersByOwner(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(INTERNAL_ROUTES).map(([owner, routes]) => {
      const received = EVENT_RECEIVERS[owner as keyof typeof EVENT_RECEIVERS] ?? {};
      const all = [...Object.values(routes), ...Object.values(received)] as Partial<AnyRoute>[];
      const callers = all.flatMap((route) => [...(route.callers ?? [])]);
      return [owner, [...new Set(['gateway', ...callers])].sort()];
    }),
  );
}

function literalsOf(file: string): string[] {
  const text = readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
  const { configMapGenerator } = parse(text) as { configMapGenerator: { literals: string[] }[] };
  return configMapGenerator.flatMap(({ literals }) =>
    literals.map((each) => each.slice(0, each.indexOf('='))),
  );
}
