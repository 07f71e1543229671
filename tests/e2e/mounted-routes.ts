import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import * as gateway from '../../gateway/src/app.ts';
import * as gatewayConfig from '../../gateway/src/config.ts';
import * as gatewayContext from '../../gateway/src/context.ts';
import * as admin from '../../services/admin/src/app.ts';
import * as adminConfig from '../../services/admin/src/config.ts';
import * as adminContext from '../../services/admin/src/context.ts';
import * as auth from '../../services/auth/src/app.ts';
import * as authConfig from '../../services/auth/src/config.ts';
import * as authContext from '../../services/auth/src/context.ts';
import * as catalog from '../../services/catalog/src/app.ts';
import * as catalogConfig from '../../services/catalog/src/config.ts';
import * as catalogContext from '../../services/catalog/src/context.ts';
import * as notification from '../../services/notification/src/app.ts';
import * as notificationConfig from '../../services/notification/src/config.ts';
import * as notificationContext from '../../services/notification/src/context.ts';
import * as worker from '../../services/notification/src/worker-context.ts';
import * as payment from '../../services/payment/src/app.ts';
import * as paymentConfig from '../../services/payment/src/config.ts';
import * as paymentContext from '../../services/payment/src/context.ts';
import type { ProcessWithRoutes } from './access-table.ts';

type App = { router: unknown };

export type Environments = Record<ProcessWithRoutes, Record<string, string>>;

/** The same wiring as in each process's main.ts, without listening or starting anything. */
const APPS: Record<
  ProcessWithRoutes,
  (environment: Record<string, string>) => { app: App; backgroundServices: BackgroundService[] }
> = {
  gateway: (environment) =>
    wire(gatewayContext.createContext(gatewayConfig.loadConfig(environment)), gateway.createApp),
  auth: (environment) =>
    wire(authContext.createContext(authConfig.loadConfig(environment)), auth.createApp),
  catalog: (environment) =>
    wire(catalogContext.createContext(catalogConfig.loadConfig(environment)), catalog.createApp),
  payment: (environment) =>
    wire(paymentContext.createContext(paymentConfig.loadConfig(environment)), payment.createApp),
  notification: (environment) =>
    wire(
      notificationContext.createContext(notificationConfig.loadConfig(environment)),
      notification.createApp,
    ),
  worker: (environment) =>
    wire(
      worker.createWorkerContext(notificationConfig.loadWorkerConfig(environment)),
      worker.createWorkerApp,
    ),
  admin: (environment) =>
    wire(adminContext.createContext(adminConfig.loadConfig(environment)), admin.createApp),
};

function wire<Context extends { backgroundServices: BackgroundService[] }>(
  context: Context,
  createApp: (context: Context) => App,
) {
  return { app: createApp(context), backgroundServices: context.backgroundServices };
}

/** The routes of a process's express application, such as `GET /healthz`, sorted. */
export async function listMountedRoutes(
  name: ProcessWithRoutes,
  environments: Environments,
): Promise<string[]> {
  const { app, backgroundServices } = APPS[name]({ ...environments[name], LOG_LEVEL: 'silent' });
  // Several handlers may share a path.
  const routes = [...new Set(routesOf(app.router as Stack))].sort();
  for (const service of backgroundServices.toReversed()) await service.stop();
  return routes;
}

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
