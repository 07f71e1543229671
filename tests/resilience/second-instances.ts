import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { urlVariables } from '@cairn/contracts/services.ts';
import { localUrl } from '../../infra/local/environment.ts';
import { logFileOf, ROOT } from '../../infra/local/paths.ts';
import { findFreePortBase, portsFrom } from '../../infra/local/ports.ts';
import { defineProcess, PROCESS_NAMES } from '../../infra/local/processes.ts';
import { bundlePrograms, sourcePrograms } from '../../infra/local/programs.ts';
import { SupervisedProcess, stopAll } from '../../infra/local/supervisor.ts';
import type { Inside } from '../e2e/inside.ts';

export type SecondInstances = {
  gateway: string;
  /** The file of the gateway's log, until the stop. */
  gatewayLog: string;
  processes: readonly SupervisedProcess[];
  /** The folder of the records of its processes. */
  stateDirectory: string;
  /** Ends every process by SIGKILL; none is restarted. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export type SecondInstanceOptions = {
  /** The checkout that they run from; this one by default. */
  root?: string;
  /** Variables of every process. */
  environment?: Record<string, string>;
  /** Replaces values of their environments, such as addresses by those of proxies. */
  replace?: (value: string) => string;
};

/** A second instance of every process but the sandbox, on the same Postgres, Redis and Kafka. */
export async function startSecondInstances(
  { environments }: Inside,
  { root = ROOT, environment: extra = {}, replace = (value) => value }: SecondInstanceOptions = {},
): Promise<SecondInstances> {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'cairn-copies-'));
  const ports = portsFrom(await findFreePortBase());
  const shared = {
    METRICS_PORT: String(ports.gatewayMetrics),
    ...urlVariables((name) => localUrl(ports[name])),
  };
  const isFromSources = root !== ROOT || Boolean(environments.gateway['NODE_V8_COVERAGE']);
  const programs = isFromSources ? sourcePrograms(root) : await bundlePrograms();
  const copies = PROCESS_NAMES.filter((name) => name !== 'sandbox').map((name) => {
    const port = ports[name];
    const inherited = Object.entries(environments[name]);
    const replaced = Object.fromEntries(inherited.map(([key, value]) => [key, replace(value)]));
    const environment = { ...replaced, ...shared, ...extra, PORT: String(port) };
    const definition = defineProcess(name, { port, environment, programs, directory: root });
    return new SupervisedProcess(definition, { stateDirectory, say: () => {} });
  });
  const stop = async () => {
    await stopAll(copies);
    await rm(stateDirectory, { recursive: true, force: true });
  };
  try {
    const { signal } = new AbortController();
    await Promise.all(copies.map((copy) => copy.whenReady(signal)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    gateway: localUrl(ports.gateway),
    gatewayLog: logFileOf(stateDirectory, 'gateway'),
    processes: copies,
    stateDirectory,
    async kill() {
      // Stopped first, so that no process is restarted.
      const stopped = stopAll(copies);
      for (const copy of copies) copy.kill('SIGKILL');
      await stopped;
    },
    stop,
  };
}
