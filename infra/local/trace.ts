import { join } from 'node:path';
import { LOCAL } from './paths.ts';
import { findStory, tellLine } from './story.ts';

const [id] = process.argv.slice(2);
if (!id) {
  console.error('usage: npm run trace -- <id of a trace, a request, a purchase, a delivery …>');
  process.exit(2);
}
const story = findStory(join(LOCAL, 'logs'), id);
const isColoured = process.stdout.isTTY && !process.env['NO_COLOR'];
for (const line of story) console.log(tellLine(line, Boolean(isColoured)));
if (story.length === 0) {
  console.error(`No log tells of ${id}. x-request-id and traceparent are headers of every answer.`);
  process.exitCode = 1;
}
