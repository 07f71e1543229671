import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import * as gateway from '../../gateway/src/app.ts';
import * as gatewayConfig from '../../gateway/src/config.ts';
import * as gatewayService from '../../gateway/src/service.ts';
import * as admin from '../../services/admin/src/app.ts';
import * as adminConfig from '../../services/admin/src/config.ts';
import * as adminService from '../../services/admin/src/service.ts';
import * as auth from '../../services/auth/src/app.ts';
import * as authConfig from '../../services/auth/src/config.ts';
import * as authService from '../../services/auth/src/service.ts';
import * as catalog from '../../services/catalog/src/app.ts';
import * as catalogConfig from '../../services/catalog/src/config.ts';
import * as catalogService from '../../services/catalog/src/service.ts';
import * as notification from '../../services/notification/src/app.ts';
import * as notificationConfig from '../../services/notification/src/config.ts';
import * as notificationService from '../../services/notification/src/service.ts';
import * as worker from '../../services/notification/src/worker-service.ts';
import * as payment from '../../services/payment/src/app.ts';
import * as paymentConfig from '../../services/payment/src/config.ts';
import * as paymentService from '../../services/payment/src/service.ts';
import type { ProcessWithRoutes } from './access-table.ts';

type App = { router: unknown };

export type Environments = Record<ProcessWithRoutes, Record<string, string>>;

/** The same wiring as in each process's main.ts, without listening or starting anything. */
const APPS: Record<
  ProcessWithRoutes,
  (environment: Record<string, string>) => { app: App; backgroundServices: BackgroundService[] }
> = {
  gateway: (environment) =>
    wire(gatewayService.createGateway(gatewayConfig.loadConfig(environment)), gateway.createApp),
  auth: (environment) =>
    wire(authService.createAuth(authConfig.loadConfig(environment)), auth.createApp),
  catalog: (environment) =>
    wire(catalogService.createCatalog(catalogConfig.loadConfig(environment)), catalog.createApp),
  payment: (environment) =>
    wire(paymentService.createPayment(paymentConfig.loadConfig(environment)), payment.createApp),
  notification: (environment) =>
    wire(
      notificationService.createNotification(notificationConfig.loadConfig(environment)),
      notification.createApp,
    ),
  worker: (environment) =>
    wire(
      worker.createWorkerService(notificationConfig.loadWorkerConfig(environment)),
      worker.createWorkerApp,
    ),
  admin: (environment) =>
    wire(adminService.createAdmin(adminConfig.loadConfig(environment)), admin.createApp),
};

function wire<Service extends { backgroundServices: BackgroundService[] }>(
  service: Service,
  createApp: (service: Service) => App,
) {
  return { app: createApp(service), backgroundServices: service.backgroundServices };
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
