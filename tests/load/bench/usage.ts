import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESS_NAMES } from '@cairn/contracts/services.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { findLiveProcesses } from '../../../infra/local/process-registry.ts';
import type { Inside } from '../../e2e/inside.ts';

/** The processes of Cairn, whose memory and idle CPU are measured. */
const OWN: readonly string[] = PROCESS_NAMES;
const SERVERS = ['postgres', 'redis', 'kafka'];
/** Linux reports CPU time in ticks of 10 ms. */
const TICK_MS = 10;

export type Usage = {
  /** CPU time since the start, by process; without the sandbox, whose real counterparts run elsewhere. */
  cpuMs: Record<string, number>;
  /** Proportional set size in MB, by process. */
  pssMb: Record<string, number>;
};

/**
 * Reads CPU time and memory from /proc: our processes, Postgres with its backends, Redis, Kafka. Further
 * copies of our processes have records in folders of their own.
 */
export function readUsage(copies: readonly string[] = []): Usage {
  const stateDirectory = process.env['TEST_STATE_DIRECTORY'] ?? '';
  const folders = [stateDirectory, join(stateDirectory, '..'), ...copies];
  const records = folders.flatMap(findLiveProcesses);
  const usage: Usage = { cpuMs: {}, pssMb: {} };
  for (const { name, pid } of records) {
    if (!OWN.includes(name) && !SERVERS.includes(name)) continue;
    usage.cpuMs[name] = (usage.cpuMs[name] ?? 0) + ticksOf(pid) * TICK_MS;
    if (OWN.includes(name)) usage.pssMb[name] = (usage.pssMb[name] ?? 0) + pssOf(pid);
  }
  return usage;
}

export function sum(values: Record<string, number>, names?: readonly string[]): number {
  return Object.entries(values)
    .filter(([name]) => !names || names.includes(name))
    .reduce((total, [, value]) => total + value, 0);
}

export function sumOwn(values: Record<string, number>): number {
  return sum(values, OWN);
}

/** Of a process, its ended children and its live ones: Postgres has a process per connection. */
function ticksOf(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((total, child) => total + ticks(child, [11, 12]), ticks(pid, ALL));
}

/** Fields after the command's name: user and system time, and those of ended children. */
const ALL = [11, 12, 13, 14];

function ticks(pid: number | string, fields: number[]): number {
  const text = read(`/proc/${pid}/stat`);
  const values = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.reduce((total, field) => total + Number(values[field] ?? 0), 0);
}

function pssOf(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024;
}

/** Empty where the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Counts the statements of our database; null where the server has no pg_stat_statements. */
export async function createStatementCounter({ databaseUrl }: Inside) {
  const options = { url: databaseUrl, schema: 'public', name: 'bench', onError: () => {} };
  const pool: Pool = createPool({ ...options, max: 1 });
  const isAvailable = await pool
    .query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    .then(() => pool.query('SELECT FROM pg_stat_statements LIMIT 1'))
    .then(
      () => true,
      () => false,
    );
  return {
    async count(): Promise<number> {
      if (!isAvailable) return Number.NaN;
      const { rows } = await pool.query(
        `SELECT sum(calls)::float AS n FROM pg_stat_statements s
         JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = current_database()`,
      );
      return rows[0].n ?? 0;
    },
    stop: () => pool.end(),
  };
}
