import { fork } from 'node:child_process';
import { once } from 'node:events';

export type Child = { url: string; stop(): Promise<void> };

/** The baseline of Node for these bytes and this status. */
export function startBareServer(body: string, status = 200): Promise<Child> {
  return startScript(new URL('../bare-server.ts', import.meta.url), body, String(status));
}

/** http-proxy-middleware and nothing else. */
export function startBareProxy(upstream: string): Promise<Child> {
  return startScript(new URL('bare-proxy.ts', import.meta.url), upstream);
}

async function startScript(script: URL, ...given: string[]): Promise<Child> {
  const child = fork(script, given);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
