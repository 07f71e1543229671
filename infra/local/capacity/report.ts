import type { MeasuredCpu } from './costs.ts';
import { BEHAVIOUR, listBottlenecks, type Need, planFor, UNITS } from './model.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];

type Row = [what: string, value: (need: Need) => string];

const ROWS: Row[] = [
  ['pages opened a second after a clue', ({ readsPerS }) => number(readsPerS)],
  ['logins a second', ({ loginsPerS }) => number(loginsPerS)],
  ['purchases a second', ({ purchasesPerS }) => number(purchasesPerS)],
  ['live streams', ({ listeners }) => number(listeners)],
  ['cores for pages', ({ cores }) => number(cores.reads)],
  ['cores for logins', ({ cores }) => number(cores.logins)],
  ['cores for purchases', ({ cores }) => number(cores.purchases)],
  ['cores for the live stream', ({ cores }) => number(cores.live)],
  ['gateways (at least two)', ({ gateways }) => number(gateways)],
  ['memory of live streams', ({ listenerMemoryBytes }) => bytes(listenerMemoryBytes)],
  ['live stream, Mbit/s', ({ liveBitsPerS }) => number(liveBitsPerS / 1e6)],
  ['Postgres: statements a second', ({ statementsPerS }) => number(statementsPerS)],
  ['Postgres: growth by one clue', ({ postgresBytesPerClue }) => bytes(postgresBytesPerClue)],
  ['Postgres: growth by all purchases', ({ postgresBytesOfSales }) => bytes(postgresBytesOfSales)],
  ['Kafka: events a second', ({ eventsPerS }) => number(eventsPerS)],
  ['minutes to mail one clue', ({ mailMinutes }) => number(mailMinutes)],
  ['hours to text one clue', ({ textHours }) => number(textHours)],
];

/** The plan for one number of players, as text. */
export function describePlan(players: number, cpu: MeasuredCpu): string {
  const need = planFor(players, cpu);
  const lines = ROWS.map(([what, value]) => `  ${what.padEnd(40)}${value(need)}`);
  const [first] = listBottlenecks(need);
  const bottleneck = `First bottleneck: ${first?.what} (${percent(first?.load ?? 0)}); ${first?.fix}.`;
  return [`${players.toLocaleString('en')} players`, ...lines, '', bottleneck].join('\n');
}

/** The generated part of infra/docs/capacity.md. */
export function writeTables(cpu: MeasuredCpu): string {
  const needs = SIZES.map((players) => planFor(players, cpu));
  const header = ['players', ...SIZES.map((players) => players.toLocaleString('en'))];
  const rows = ROWS.map(([what, value]) => [what, ...needs.map(value)]);
  const largest = needs.at(-1) as Need;
  const order = listBottlenecks(largest).map(({ what }) => what);
  const loads = needs.map(
    (need) => new Map(listBottlenecks(need).map((each) => [each.what, each])),
  );
  const limits = order.map((what) => [
    what,
    ...loads.map((load) => percent(load.get(what)?.load ?? 0)),
    loads[0]?.get(what)?.fix ?? '',
  ]);
  return [
    table([header, ...rows]),
    '## Limits\n\nLoad of each part as a share of its limit, before anything is added. Above 100 % the fix is needed.\n',
    table([[...header, 'fix'], ...limits]),
    `Assumptions: ${JSON.stringify(BEHAVIOUR)}. Limits: ${JSON.stringify(UNITS)}.\n`
      .replaceAll(/[{}"]/g, '')
      .replaceAll(',', ', ')
      .replaceAll(':', ': '),
  ].join('\n');
}

function table([header = [], ...rows]: string[][]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function number(value: number): string {
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(0) : value.toPrecision(2);
}

function bytes(value: number): string {
  return value >= 1e9 ? `${number(value / 1e9)} GB` : `${number(value / 1e6)} MB`;
}

function percent(load: number): string {
  return `${number(load * 100)} %`;
}
