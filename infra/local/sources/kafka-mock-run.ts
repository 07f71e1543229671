import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// Run by kafka-mock.ts under our supervisor. kcat tells the mock's address, and then every request
// that comes to it, which would fill the log.
const [program = 'kcat', addressFile = ''] = process.argv.slice(2);
const KEEPS_IT_OPEN = ['-C', '-t', 'cairn.mock', '-X', 'test.mock.num.brokers=1'];
const ADDRESS = /bootstrap\.servers=([\d.]+:\d+)/;
/** Lines of librdkafka's level of debugging. */
const REQUESTS = /^%7\|/;

const kcat = spawn(program, [...KEEPS_IT_OPEN, '-b', 'ignored', '-d', 'mock'], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => kcat.kill(signal));
createInterface({ input: kcat.stderr }).on('line', (line) => {
  const address = ADDRESS.exec(line)?.[1];
  if (address) tellAddress(address);
  else if (!REQUESTS.test(line)) console.log(line);
});
kcat.on('error', (error) => {
  console.error(`${program} cannot be run: ${error.message}`);
  process.exit(1);
});
kcat.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)));

function tellAddress(address: string): void {
  console.log(`The mock listens at ${address}.`);
  // Whole or not at all, for whoever waits for it.
  writeFileSync(`${addressFile}.new`, address);
  renameSync(`${addressFile}.new`, addressFile);
}
