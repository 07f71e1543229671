import { availableParallelism, cpus } from 'node:os';
import type { Reconciled } from './reconciliation.ts';

export type Report = {
  table: string;
  openLoop: string[];
  healthMs: number;
  memoryAtRest: number;
  memoryAfterLoad: number;
  /** Of one core. */
  idleShare: number;
  reconciled: Reconciled;
  proxies: string[];
  homeScriptKb: number;
  faults: string[];
};

/** Markdown, as infra/docs/benchmarks.md keeps it. */
export function describeReport(report: Report): string {
  const { reconciled, faults } = report;
  const { paid, recorded, perSecond } = reconciled;
  return `# Benchmarks

\`npm run bench -- --save\` writes this file. Measured on ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.

Each path: a warm-up, then five rounds that alternate with the baseline, and the median of them. The baseline is a bare \`node:http\` server with the same bytes, for login the hashes alone. CPU is the time of all processes per request, with Postgres, Redis and Kafka and without the sandbox; statements are those of all services, with Kafka's copies and the receipt.

${report.table}

At a fixed rate, p50 / p99 / p99.9 in ms:

${report.openLoop.map((line) => `- ${line}`).join('\n')}

| Measure | Value |
| --- | --- |
| longest /healthz during logins | ${report.healthMs.toFixed(0)} ms |
| idle CPU of our seven processes | ${(report.idleShare * 100).toFixed(1)} % of a core |
| memory (PSS) of our seven processes at rest | ${report.memoryAtRest.toFixed(0)} MB |
| memory (PSS) of our seven processes after this load | ${report.memoryAfterLoad.toFixed(0)} MB |
| \`npm run reconcile\`, ${paid} charges of which ${recorded} were not recorded | ${perSecond.toFixed(0)} a second |
| scripts of the home page, gzip | ${report.homeScriptKb.toFixed(1)} kB |
| faults in the books after the load | ${faults.length === 0 ? 'none' : faults.join('; ')} |

The start is not measured here: \`npm start\` prints its duration.

\`\`\`
${report.proxies.join('\n')}
\`\`\`
`;
}
