import { createServer } from 'node:net';
import { PROCESS_NAMES, PROCESSES, type ProcessName } from '@cairn/contracts/services.ts';
import { findPortOwner } from './port-owner.ts';

const DEFAULT_BASE = 8080;
const BLOCK = 20;
/** Below the ephemeral port range, so that no outgoing connection takes one. */
const FREE_BLOCKS = { first: 20_000, count: 600 };

const OWN_OFFSETS = {
  gatewayMetrics: PROCESSES.gateway.metricsPortOffset,
  web: 9,
  sandbox: 10,
  zipkin: 11,
  postgres: 15,
  redis: 16,
  kafka: 17,
  kafkaController: 18,
} as const;

export type PortName = ProcessName | keyof typeof OWN_OFFSETS;
export type Ports = Record<PortName, number>;

const OFFSETS = {
  ...OWN_OFFSETS,
  ...Object.fromEntries(PROCESS_NAMES.map((name) => [name, PROCESSES[name].portOffset])),
};

export class PortError extends Error {
  override name = 'PortError';
}

export function readPortBase(environment: NodeJS.ProcessEnv): number {
  const base = Number(environment['PORT_BASE'] || DEFAULT_BASE);
  if (!Number.isInteger(base) || base < 1024 || base + BLOCK > 65_535) {
    throw new PortError(`PORT_BASE must be a number from 1024 to ${65_535 - BLOCK}.`);
  }
  return base;
}

export function portsFrom(base: number): Ports {
  const entries = Object.entries(OFFSETS).map(([name, offset]) => [name, base + offset]);
  return Object.fromEntries(entries) as Ports;
}

/** Throws one message that lists every taken port with its process. */
export async function requireFreePorts(ports: Ports, names: readonly PortName[]): Promise<void> {
  const taken: string[] = [];
  for (const name of names) {
    const port = ports[name];
    if (await isPortFree(port)) continue;
    const owner = findPortOwner(port);
    taken.push(`Port ${port} (${name}) is taken${owner ? ` by ${owner}` : ''}.`);
  }
  if (taken.length === 0) return;
  const other = ports.gateway + (ports.gateway + 5 * BLOCK < 65_000 ? 5 * BLOCK : -5 * BLOCK);
  taken.push(`PORT_BASE moves all of Cairn's ports: PORT_BASE=${other} npm start`);
  throw new PortError(taken.join('\n'));
}

/** A block of ports that are free now. */
export async function findFreePortBase(): Promise<number> {
  const start = Math.floor(Math.random() * FREE_BLOCKS.count);
  for (let step = 0; step < FREE_BLOCKS.count; step++) {
    const base = FREE_BLOCKS.first + ((start + step) % FREE_BLOCKS.count) * BLOCK;
    const free = await Promise.all(Object.values(portsFrom(base)).map(isPortFree));
    if (free.every(Boolean)) return base;
  }
  throw new PortError('There is no free block of 20 ports from 20000 to 32000.');
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, undefined)) && (await canListen(port, '127.0.0.1'));
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
