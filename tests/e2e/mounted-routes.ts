import { dirname, join } from 'node:path';
import { PROCESSES, type ProcessName } from '@cairn/contracts/services.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { ROOT } from '../../infra/local/paths.ts';
import { loadWorkerConfig } from '../../services/notification/src/config.ts';
import {
  createWorkerApp,
  createWorkerService,
} from '../../services/notification/src/worker-service.ts';

type Service = { backgroundServices: BackgroundService[] };
type App = { router: unknown };
type Wiring = {
  loadConfig(environment: Record<string, string>): unknown;
  createService(config: unknown): Service;
  createApp(service: unknown): App;
};

export type Environments = Record<ProcessName, Record<string, string>>;

/** The routes of a process's express application, such as `GET /healthz`, sorted. */
export async function listMountedRoutes(
  name: ProcessName,
  environments: Environments,
): Promise<string[]> {
  const { loadConfig, createService, createApp } = await importWiring(name);
  // The same wiring as in the process's main.ts, without listening or starting anything.
  const service = createService(loadConfig({ ...environments[name], LOG_LEVEL: 'silent' }));
  // Several handlers may share a path.
  const routes = [...new Set(routesOf(createApp(service).router as Stack))].sort();
  for (const each of service.backgroundServices.toReversed()) await each.stop();
  return routes;
}

/** By the names that every process uses: `loadConfig`, `createCatalog` and `createApp` for catalog. */
async function importWiring(name: ProcessName): Promise<Wiring> {
  if (name === 'worker') return WORKER as Wiring;
  const directory = join(ROOT, dirname(PROCESSES[name].script));
  const [config, service, app] = await Promise.all(
    ['config.ts', 'service.ts', 'app.ts'].map((file) => import(join(directory, file))),
  );
  const createService = service[`create${name[0]?.toUpperCase()}${name.slice(1)}`];
  return { loadConfig: config.loadConfig, createService, createApp: app.createApp };
}

/** The second process of a service's folder. */
const WORKER = {
  loadConfig: loadWorkerConfig,
  createService: createWorkerService,
  createApp: createWorkerApp,
};

type Stack = {
  stack: { route?: { path: string; methods: Record<string, boolean> }; handle: Partial<Stack> }[];
};

function routesOf({ stack }: Stack): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route) return methodsOf(route).map((method) => `${method} ${route.path}`);
    return handle.stack ? routesOf({ stack: handle.stack }) : [];
  });
}

/** Leaves out handlers of every method (`_all`), which only answer the gateway's 405. */
function methodsOf({ methods }: { methods: Record<string, boolean> }): string[] {
  return Object.keys(methods)
    .filter((method) => method !== '_all')
    .map((method) => method.toUpperCase());
}
