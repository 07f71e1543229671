import { existsSync, readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';

const inside = inject('inside');

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const LISTENING = '0A';
/** 127.0.0.1, ::1 and ::ffff:127.0.0.1 in the format of these tables. */
const LOOPBACK = [
  '0100007F',
  '00000000000000000000000001000000',
  '0000000000000000FFFF00000100007F',
];

it.runIf(existsSync('/proc/net/tcp'))('everything binds to loopback addresses only', () => {
  const bound = listBound();
  const open = ownPorts().flatMap((port) => {
    const addresses = bound.filter((each) => each.port === port).map(({ address }) => address);
    // A port that is not found would prove nothing.
    if (addresses.length === 0) return [`${port}: nothing listens`];
    const foreign = addresses.filter((address) => !LOOPBACK.includes(address));
    return foreign.map((address) => `${port}: ${address}`);
  });
  expect(open).toEqual([]);
});

/** The processes of Cairn, the sandbox, and the servers of the infrastructure. */
function ownPorts(): number[] {
  const variables = Object.values(inside.environments);
  const ports = variables.flatMap(({ PORT, METRICS_PORT }) => [PORT, METRICS_PORT]);
  const urls = [inside.databaseUrl, inside.redisUrl].map((url) => new URL(url).port);
  const brokers = variables.flatMap(({ KAFKA_BROKERS = '' }) => KAFKA_BROKERS.split(','));
  const all = [...ports, ...urls, ...brokers.map((broker) => broker.split(':')[1])];
  return [...new Set(all.filter(Boolean).map(Number))];
}

/** See proc(5): the local address `HEX:PORT` is in column 1, the state in column 3. */
function listBound(): { address: string; port: number }[] {
  return TABLES.filter((file) => existsSync(file)).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === LISTENING)
      .map((columns) => {
        const [address = '', port = ''] = (columns[1] ?? '').split(':');
        return { address, port: Number.parseInt(port, 16) };
      }),
  );
}
