import type { Check } from '@cairn/service-kit/health.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';

export type UpstreamWatch = BackgroundService & {
  /** True for each service once it has been ready. */
  wasReady: Record<string, Check>;
  /** Whether each service is ready now. */
  isReady: Record<string, Check>;
};

const POLL_INTERVAL_MS = 500;

/** Polls each service until it has been ready once: the gateway is not ready before all services were. */
export function createUpstreamWatch(urls: Record<string, string>): UpstreamWatch {
  const waitingFor = new Set(Object.keys(urls));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function checkAll(): Promise<void> {
    await Promise.all(
      [...waitingFor].map(async (name) => {
        if (await isReadyAt(urls[name] ?? '')) waitingFor.delete(name);
      }),
    );
    if (waitingFor.size > 0 && !isStopped) timer = setTimeout(checkAll, POLL_INTERVAL_MS);
  }

  const names = Object.keys(urls);
  return {
    wasReady: Object.fromEntries(names.map((name) => [name, async () => !waitingFor.has(name)])),
    isReady: Object.fromEntries(
      Object.entries(urls).map(([name, url]) => [name, () => isReadyAt(url)]),
    ),
    start() {
      void checkAll();
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
