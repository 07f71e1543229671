import type { Inside } from '../../e2e/inside.ts';

/**
 * The resource usage of Cairn's processes, by their own metrics; without the sandbox, whose real
 * counterparts run elsewhere.
 */
export type Usage = { cpuMs: number; residentMb: Record<string, number> };

export async function readUsage(inside: Inside): Promise<Usage> {
  const urls = { ...inside.urls, gateway: inside.gatewayMetrics };
  const usage: Usage = { cpuMs: 0, residentMb: {} };
  for (const [name, url] of Object.entries(urls)) {
    const text = await (await fetch(`${url}/metrics`)).text();
    usage.residentMb[name] = read(text, 'process_resident_memory_bytes') / 1024 ** 2;
    usage.cpuMs += read(text, 'process_cpu_seconds_total') * 1_000;
  }
  return usage;
}

function read(text: string, metric: string): number {
  return Number(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
}
