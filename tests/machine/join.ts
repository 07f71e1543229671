import { readFileSync } from 'node:fs';
import { joinHunt } from './people.ts';

// For a case whose Cairn runs in another network namespace.
const [file = ''] = process.argv.slice(2);
const { email } = await joinHunt(JSON.parse(readFileSync(file, 'utf8')));
console.log(`${email} has joined`);
process.exit(0);
