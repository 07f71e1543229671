import { readFileSync } from 'node:fs';
import { letSomebodyJoin } from './people.ts';

// For a case whose Cairn is where the case itself is not, such as in a network of its own.
const [file = ''] = process.argv.slice(2);
const { email } = await letSomebodyJoin(JSON.parse(readFileSync(file, 'utf8')));
console.log(`${email} has joined`);
process.exit(0);
