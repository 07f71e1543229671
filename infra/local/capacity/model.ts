import { COSTS, type MeasuredCpu } from './costs.ts';

/** What players do; change them for a hunt of another kind. */
export const BEHAVIOUR = {
  /** Members who open the page after a clue's mail, and within which time. */
  readersOfClue: 0.3,
  readersWithinS: 600,
  /** Readers who have to log in again. */
  loggedOut: 0.2,
  /** Share of the members with an open page at the busiest moment. */
  listeners: 0.05,
  /** Members with alerts by text message. */
  textAlerts: 0.1,
  /** All buy within this time; the busiest hour has several times the average. */
  salesDays: 30,
  salesPeak: 10,
};

/** Limits of one unit. The server's statements, the relay's events and the network are estimates. */
export const UNITS = {
  /** Cores are planned to be busy to this share. */
  utilisation: 0.6,
  /** Statements a second of one Postgres server with 16 cores. */
  postgresStatements: 40_000,
  /** Purchases a second that lock one hunt's row, measured: see "one hot hunt" of benchmarks.md. */
  purchasesOfOneHunt: 33,
  /** MAIL_PER_SECOND and SMS_PER_SECOND. */
  mailsPerS: 2_000,
  textsPerS: 10,
  /** LIVE_LISTENERS of a gateway. */
  listenersOfGateway: 5_000,
  /** Events a second that one relay publishes: batches of 100, one at a time. */
  relayEvents: 1_500,
  gatewayBitsPerS: 1e9,
};

export type Need = {
  readsPerS: number;
  loginsPerS: number;
  purchasesPerS: number;
  listeners: number;
  cores: { reads: number; logins: number; purchases: number; live: number };
  statementsPerS: number;
  eventsPerS: number;
  liveBitsPerS: number;
  listenerMemoryBytes: number;
  gateways: number;
  mailMinutes: number;
  textHours: number;
  postgresBytesPerClue: number;
  postgresBytesOfSales: number;
};

/** The busiest minute: a clue of the one large hunt goes out while tickets of the next are sold. */
export function planFor(players: number, cpu: MeasuredCpu): Need {
  const { statements } = COSTS;
  const readsPerS = (players * BEHAVIOUR.readersOfClue) / BEHAVIOUR.readersWithinS;
  const loginsPerS = readsPerS * BEHAVIOUR.loggedOut;
  const purchasesPerS = (players / (BEHAVIOUR.salesDays * 86_400)) * BEHAVIOUR.salesPeak;
  const listeners = players * BEHAVIOUR.listeners;
  const pushesPerS = purchasesPerS * listeners;
  const cores = {
    reads: toCores(readsPerS * (cpu.products + cpu.verify + cpu.huntData)),
    logins: toCores(loginsPerS * cpu.login),
    purchases: toCores(purchasesPerS * cpu.purchase),
    live: toCores(pushesPerS * COSTS.pushMs),
  };
  const liveBitsPerS = pushesPerS * COSTS.productBytes * 8;
  return {
    ...{ readsPerS, loginsPerS, purchasesPerS, listeners, cores, liveBitsPerS },
    statementsPerS:
      readsPerS * (statements.verify + statements.huntData) +
      loginsPerS * statements.login +
      purchasesPerS * statements.purchase +
      UNITS.mailsPerS * statements.mail +
      UNITS.textsPerS * statements.text,
    eventsPerS: purchasesPerS * COSTS.eventsOfPurchase,
    listenerMemoryBytes: listeners * COSTS.listenerBytes,
    gateways: Math.max(
      2,
      Math.ceil(listeners / UNITS.listenersOfGateway),
      Math.ceil(liveBitsPerS / UNITS.gatewayBitsPerS),
      Math.ceil(cores.live),
    ),
    mailMinutes: players / UNITS.mailsPerS / 60,
    textHours: (players * BEHAVIOUR.textAlerts) / UNITS.textsPerS / 3_600,
    postgresBytesPerClue: players * (1 + BEHAVIOUR.textAlerts) * COSTS.deliveryBytes,
    postgresBytesOfSales: players * COSTS.purchaseBytes,
  };
}

function toCores(cpuMsPerS: number): number {
  return cpuMsPerS / 1_000 / UNITS.utilisation;
}

export type Bottleneck = { what: string; load: number; fix: string };

/** Load of each limited part as a share of its limit, the highest first. */
export function listBottlenecks(need: Need): Bottleneck[] {
  const parts = [
    {
      what: 'text messages of one clue within an hour',
      load: need.textHours,
      fix: 'raise SMS_PER_SECOND: a short code sends 100 a second and more, several share the load',
    },
    {
      what: 'mails of one clue within ten minutes',
      load: need.mailMinutes / 10,
      fix: 'raise MAIL_PER_SECOND with the provider; more workers; partition the delivery ledger by month',
    },
    {
      what: 'purchases of one hunt, which lock its row',
      load: need.purchasesPerS / UNITS.purchasesOfOneHunt,
      fix: 'add the prize in one statement per batch of purchases instead of one each',
    },
    {
      what: 'bytes of the live stream of one gateway (1 Gbit/s)',
      load: need.liveBitsPerS / UNITS.gatewayBitsPerS,
      fix: 'send a hunt at most once a second, and only to pages that show it; more gateways',
    },
    {
      what: 'live streams of one gateway (LIVE_LISTENERS)',
      load: need.listeners / UNITS.listenersOfGateway,
      fix: 'more gateways: each reads the topic hunts itself and needs no coordination',
    },
    {
      what: 'statements of one Postgres server (16 cores)',
      load: need.statementsPerS / UNITS.postgresStatements,
      fix: 'a server for each schema (services share no tables), then read replicas for lists',
    },
    {
      what: 'events of one outbox relay',
      load: need.eventsPerS / UNITS.relayEvents,
      fix: 'partition the outbox by key and run one relay for each partition',
    },
  ];
  return parts.sort((a, b) => b.load - a.load);
}
