import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One line of a log, as service-kit's logger writes it. */
export type LogLine = {
  time: string;
  level: string;
  service: string;
  msg: string;
  traceId: string;
  requestId?: string;
  /** Duration, for lines that report the end of something. */
  ms?: number;
  [field: string]: unknown;
};

/**
 * All log lines of a trace, from every log of a folder and all processes, ordered by start time.
 * `id` is a trace id, a request id, or any id in a log line, such as a purchase's; then all traces
 * that contain it are returned.
 */
export function findTraceLines(folder: string, id: string): LogLine[] {
  const lines = readLogs(folder);
  const traces = new Set(
    lines.filter((line) => Object.values(line).includes(id)).map(({ traceId }) => traceId),
  );
  return lines
    .filter(({ traceId }) => traces.has(traceId))
    .sort((one, other) => startOf(one) - startOf(other));
}

function startOf({ time, ms }: LogLine): number {
  return Date.parse(time) - (ms ?? 0);
}

/** Skips lines without a trace and those of other programs. */
function readLogs(folder: string): LogLine[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .flatMap((file) => {
      const service = basename(file, '.log');
      return readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{') && line.includes('"traceId"'))
        .flatMap((line) => parseLine(line, service));
    });
}

/** The last line of a log may be incomplete. */
function parseLine(line: string, service: string): LogLine[] {
  try {
    return [{ service, ...JSON.parse(line) }];
  } catch {
    return [];
  }
}

const COLOURS: Record<string, number> = { warn: 33, error: 31, fatal: 31 };
const OWN_FIELDS = ['time', 'level', 'service', 'msg', 'traceId', 'requestId', 'req', 'res', 'err'];

/** `12:00:01.123  payment       purchase.recorded  purchaseId=…`, with the level as colour on a terminal. */
export function formatLine(line: LogLine, isColoured: boolean): string {
  const paint = (code: number, text: string) =>
    isColoured ? `\u001b[${code}m${text}\u001b[0m` : text;
  const time = new Date(startOf(line)).toISOString().slice(11, 23);
  const colour = COLOURS[line.level];
  const level = colour ? `${paint(colour, line.level)} ` : '';
  const what = `${level}${paint(1, line.msg)}`;
  const detail = [describeRequest(line), ...describeFields(line), describeError(line)];
  const rest = paint(2, detail.filter(Boolean).join(' '));
  return `${paint(2, time)}  ${line.service.padEnd(12)}  ${what}  ${rest}`.trimEnd();
}

function describeRequest({ req, res }: LogLine): string {
  const { method, path } = (req ?? {}) as { method?: string; path?: string };
  const { status } = (res ?? {}) as { status?: number };
  return method ? `${method} ${path} ${status ?? ''}`.trim() : '';
}

function describeFields(line: LogLine): string[] {
  return Object.entries(line)
    .filter(([name, value]) => !OWN_FIELDS.includes(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
}

function describeError({ err }: LogLine): string {
  const { type, message } = (err ?? {}) as { type?: string; message?: string };
  return message ? `${type}: ${message}` : '';
}
