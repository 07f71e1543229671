import type { Check } from '@cairn/service-kit/health.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';

export type UpstreamWatch = Part & {
  /** True for each service from the first time on that it was ready. */
  wasReady: Record<string, Check>;
  /** Whether each service is ready now. */
  isReady: Record<string, Check>;
};

const ASK_EVERY_MS = 500;

/** Asks every service whether it is ready until each has been so once; nobody is sent to a site that is half up. */
export function createUpstreamWatch(urls: Record<string, string>): UpstreamWatch {
  const waitingFor = new Set(Object.keys(urls));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function askAll(): Promise<void> {
    await Promise.all(
      [...waitingFor].map(async (name) => {
        if (await isReadyAt(urls[name] ?? '')) waitingFor.delete(name);
      }),
    );
    if (waitingFor.size > 0 && !isStopped) timer = setTimeout(askAll, ASK_EVERY_MS);
  }

  const names = Object.keys(urls);
  return {
    wasReady: Object.fromEntries(names.map((name) => [name, async () => !waitingFor.has(name)])),
    isReady: Object.fromEntries(
      Object.entries(urls).map(([name, url]) => [name, () => isReadyAt(url)]),
    ),
    start() {
      void askAll();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function isReadyAt(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(1_500) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
