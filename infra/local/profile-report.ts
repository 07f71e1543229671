/** The part of a V8 CPU profile (Chrome DevTools Protocol, `Profiler.Profile`) that is reported. */
export type CpuProfile = {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  /** Node ids, one for each sample. */
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
};

const SHOWN_PACKAGES = 15;
const SHOWN_FUNCTIONS = 30;

/** Own time of packages and of functions, largest first, as shares of the time that is not idle. */
export function describeProfile(profile: CpuProfile): string {
  const nodes = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  let total = 0;
  for (const [index, id] of profile.samples.entries()) {
    const frame = nodes.get(id);
    const micros = Math.max(0, profile.timeDeltas[index] ?? 0);
    total += micros;
    if (!frame || frame.functionName === '(idle)') continue;
    busy += micros;
    const owner = packageOf(frame.url, frame.functionName);
    const place = frame.url ? `:${frame.url.split('/').at(-1)}:${frame.lineNumber + 1}` : '';
    const name = `${owner} ${frame.functionName || '(anonymous)'}${place}`;
    packages.set(owner, (packages.get(owner) ?? 0) + micros);
    functions.set(name, (functions.get(name) ?? 0) + micros);
  }
  return [
    `${(busy / 1e6).toFixed(2)} s of CPU in ${(total / 1e6).toFixed(1)} s`,
    '',
    ...listLargest(packages, busy, SHOWN_PACKAGES),
    '',
    ...listLargest(functions, busy, SHOWN_FUNCTIONS),
  ].join('\n');
}

function listLargest(times: Map<string, number>, whole: number, count: number): string[] {
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, micros]) => {
      const share = `${((micros / whole) * 100).toFixed(1)} %`;
      return `${share.padStart(8)} ${`${(micros / 1_000).toFixed(0)} ms`.padStart(10)}  ${name}`;
    });
}

/** `express`, `@scope/name`, `node:net`, `cairn` for own sources, or V8's `(garbage collector)`. */
function packageOf(url: string, functionName: string): string {
  if (!url) return functionName.startsWith('(') ? functionName : '(native)';
  if (url.startsWith('node:')) return url.split('/')[0] === 'node:internal' ? 'node:internal' : url;
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (installed && !installed.startsWith('@cairn/')) return installed;
  const bundled = /\/bundles\/\w+\/packages\/((?:@[^/]+\/)?[^/]+)-.{8}\.js$/.exec(url)?.[1];
  if (bundled) return bundled;
  return `cairn ${/\/((?:services|libs)\/[^/]+|gateway|infra)\//.exec(url)?.[1] ?? ''}`.trim();
}
