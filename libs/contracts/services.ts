type ProcessRow = {
  /** The port is PORT_BASE (8080) plus this. */
  portOffset: number;
  /** The port of `/metrics`, if it is not the process's own. */
  metricsPortOffset?: number;
  script: string;
  /** The Postgres schema, whose name is also that of its role. Null without a database. */
  schema: string | null;
  /** Kafka topics that this process owns; `npm start` and `migrate` create them. */
  topics: readonly string[];
};

/**
 * Every process of Cairn, in the order in which it is started. From here follow the gateway's
 * upstreams, the variables `<NAME>_URL`, local processes and ports, database roles, topics,
 * internal callers and the processes of the tests; docker-compose.yml, Prometheus' targets and the
 * manifests of Kubernetes are compared with it.
 */
export const PROCESSES = {
  auth: {
    portOffset: 1,
    script: 'services/auth/src/main.ts',
    schema: 'auth',
    topics: ['users'],
  },
  catalog: {
    portOffset: 2,
    script: 'services/catalog/src/main.ts',
    schema: 'catalog',
    topics: ['hunts'],
  },
  payment: {
    portOffset: 3,
    script: 'services/payment/src/main.ts',
    schema: 'payment',
    topics: ['purchases'],
  },
  notification: {
    portOffset: 4,
    script: 'services/notification/src/main.ts',
    schema: 'notification',
    topics: [],
  },
  worker: {
    portOffset: 6,
    script: 'services/notification/src/worker.ts',
    schema: 'notification',
    topics: [],
  },
  admin: {
    portOffset: 5,
    script: 'services/admin/src/main.ts',
    schema: 'admin',
    topics: ['staff'],
  },
  gateway: {
    portOffset: 0,
    metricsPortOffset: 7,
    script: 'gateway/src/main.ts',
    schema: null,
    topics: [],
  },
} as const satisfies Record<string, ProcessRow>;

export type ProcessName = keyof typeof PROCESSES;
export type TopicName = (typeof PROCESSES)[ProcessName]['topics'][number];

/** A process that owns a schema, serves routes behind the gateway and has the schema's name. */
export type ServiceName = {
  [Name in ProcessName]: (typeof PROCESSES)[Name]['schema'] extends Name ? Name : never;
}[ProcessName];

export const PROCESS_NAMES = Object.keys(PROCESSES) as ProcessName[];

export const SERVICE_NAMES = PROCESS_NAMES.filter(
  (name): name is ServiceName => PROCESSES[name].schema === name,
);

/** The variable with the base URL of a service. */
export type UrlVariable = `${Uppercase<ServiceName>}_URL`;

export function urlVariable(name: ServiceName): UrlVariable {
  return `${name.toUpperCase() as Uppercase<ServiceName>}_URL`;
}

/** The variable with the base URL of each service. */
export function urlVariables(toUrl: (name: ServiceName) => string): Record<UrlVariable, string> {
  return Object.fromEntries(
    SERVICE_NAMES.map((name) => [urlVariable(name), toUrl(name)]),
  ) as Record<UrlVariable, string>;
}

/** One value for each service. */
export function mapServices<Value>(
  toValue: (name: ServiceName) => Value,
): Record<ServiceName, Value> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [name, toValue(name)])) as Record<
    ServiceName,
    Value
  >;
}

export type Caller = 'gateway' | ServiceName;

/** Processes that make internal calls, each with its own signing key. */
export const CALLERS: readonly Caller[] = ['gateway', ...SERVICE_NAMES];
