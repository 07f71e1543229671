import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LOCAL } from './paths.ts';
import { findLiveProcesses } from './process-registry.ts';
import { type CpuProfile, describeProfile } from './profile-report.ts';

// `npm run profile -- <process> --seconds 30`: the CPU time of one process of a running Cairn by function.
const INSPECTOR = 'http://127.0.0.1:9229';
const OPEN_TRIES = 50;

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '30' } },
  allowPositionals: true,
});
const running = findLiveProcesses(LOCAL);
const target = running.find(({ name }) => name === positionals[0]);
const seconds = Number(values.seconds);
if (!target || !(seconds > 0)) {
  const names = running.map(({ name }) => name).join(' | ');
  console.error(
    `usage: npm run profile -- <${names || 'a process of a running Cairn'}> --seconds 30`,
  );
  process.exit(2);
}
console.log(`Profiling ${target.name} for ${seconds} s …`);
console.log(describeProfile(await recordProfile(target.pid, seconds * 1_000)));
process.exit();

/** Opens the inspector of the process by SIGUSR1, and closes it afterwards. */
async function recordProfile(pid: number, ms: number): Promise<CpuProfile> {
  if (await findDebugger()) throw new Error('Port 9229 is in use: another inspector is open.');
  process.kill(pid, 'SIGUSR1');
  const session = await connect();
  try {
    await session.send('Profiler.enable');
    await session.send('Profiler.start');
    await sleep(ms);
    const { profile } = (await session.send('Profiler.stop')) as { profile: CpuProfile };
    return profile;
  } finally {
    const expression = "setTimeout(() => process.getBuiltinModule('inspector').close(), 100)";
    await session.send('Runtime.evaluate', { expression });
    session.close();
  }
}

async function connect() {
  let url: string | null = null;
  for (let tries = 0; !url && tries < OPEN_TRIES; tries += 1) {
    await sleep(100);
    url = await findDebugger();
  }
  if (!url) throw new Error('The process does not open its inspector.');
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let lastId = 0;
  return {
    close: () => socket.close(),
    send(method: string, params: object = {}): Promise<unknown> {
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        if (answer.error) reject(new Error(answer.error.message));
        else resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
      return promise;
    },
  };
}

/** The WebSocket address of the process whose inspector is open; null if none is. */
async function findDebugger(): Promise<string | null> {
  try {
    const [target] = (await (await fetch(`${INSPECTOR}/json/list`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    return target?.webSocketDebuggerUrl ?? null;
  } catch {
    return null;
  }
}
