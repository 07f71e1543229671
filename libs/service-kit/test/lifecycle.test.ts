import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterEach, describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));

type Running = {
  child: ChildProcess;
  url: string;
  messages: { event: string; order?: string[] }[];
  log: Promise<string>;
  /** Exit code and signal of the process. */
  ended: Promise<{ code: number | null; signal: string | null }>;
};

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function start(mode = 'plain'): Promise<Running> {
  const port = await findFreePort();
  const child = fork(PROGRAM, [mode], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, PROBE_PORT: String(port) },
  });
  children.push(child);
  const messages: Running['messages'] = [];
  child.on('message', (message) => messages.push(message as Running['messages'][number]));
  if (!child.stdout) throw new Error('no output');
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const running = {
    child,
    url: `http://127.0.0.1:${port}`,
    messages,
    log: text(child.stdout),
    ended,
  };
  await waitUntil(() => messages.some(({ event }) => event === 'started'));
  return running;
}

describe('P-2.7 process on SIGTERM', () => {
  it('stops the intake, completes the request in hand, then stops background services in reverse order', async () => {
    const { child, url, messages, log, ended } = await start();
    // A keep-alive connection, as of a proxy, must not delay the exit after the last answer.
    const agent = new Agent({ keepAlive: true });
    const slow = new Promise<string>((resolve, reject) => {
      get(`${url}/slow`, { agent }, (response) => resolve(text(response))).on('error', reject);
    });
    await waitUntil(() => messages.some(({ event }) => event === 'started_slow'));
    child.kill('SIGTERM');
    await waitUntil(async () => (await fetch(`${url}/quick`).catch(() => null)) === null);
    child.send('finish');
    const begin = performance.now();
    expect(await slow).toBe('finished');
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(messages.at(-1)?.order?.slice(-4)).toEqual([
      'stop bus',
      'stopped bus',
      'stop pool',
      'stopped pool',
    ]);
    expect(await log).toContain('process.stopped');
    agent.destroy();
  });

  it('stops every intake at once while a job and a request are in hand, and connections after both', async () => {
    const { child, url, messages, ended } = await start('busy');
    const lastOrder = () => messages.findLast(({ order }) => order)?.order ?? [];
    const slow = fetch(`${url}/slow`).then((response) => response.text());
    await waitUntil(() => messages.some(({ event }) => event === 'started_slow'));
    child.kill('SIGTERM');
    await waitUntil(() => lastOrder().includes('stopped consumer'));
    await waitUntil(async () => (await fetch(`${url}/quick`).catch(() => null)) === null);
    const intake = ['stop consumer', 'stop worker', 'stopped consumer'];
    expect(lastOrder().slice(4)).toEqual(intake);
    child.send('finish');
    expect(await slow).toBe('finished');
    child.send('end job');
    expect(await ended).toEqual({ code: 0, signal: null });
    const connections = ['stop bus', 'stopped bus', 'stop pool', 'stopped pool'];
    expect(lastOrder().slice(4)).toEqual([...intake, 'stopped worker', ...connections]);
  });

  it('ends in time and logs an error if a background service does not stop', async () => {
    const { child, log, ended } = await start('stuck');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(await log).toContain('not stopped in time');
  });
});

describe('uncaught error', () => {
  it.each(['plain', 'odd'])('ends the process and is logged (%s)', async (mode) => {
    const { url, log, ended } = await start(mode);
    await fetch(`${url}/crash`).catch(() => {});
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(await log).toContain('process.crashed');
  });
});

describe('port in use', () => {
  it('ends the process and is logged', async () => {
    const { url } = await start();
    const child = fork(PROGRAM, ['plain'], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, PROBE_PORT: new URL(url).port },
    });
    children.push(child);
    if (!child.stdout) throw new Error('no output');
    const [log, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(log).toContain('EADDRINUSE');
  });
});
