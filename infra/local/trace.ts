import { join } from 'node:path';
import { LOCAL } from './paths.ts';
import { findTraceLines, formatLine } from './trace-log.ts';

const [id] = process.argv.slice(2);
if (!id) {
  console.error('usage: npm run trace -- <id of a trace, a request, a purchase, a delivery …>');
  process.exit(2);
}
const lines = findTraceLines(join(LOCAL, 'logs'), id);
const isColoured = process.stdout.isTTY && !process.env['NO_COLOR'];
for (const line of lines) console.log(formatLine(line, Boolean(isColoured)));
if (lines.length === 0) {
  console.error(
    `No log line contains ${id}. Every response has the headers x-request-id and traceparent.`,
  );
  process.exitCode = 1;
}
