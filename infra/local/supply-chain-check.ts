import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findExecutable } from './executables.ts';
import { listRefusedLicences } from './licences.ts';
import { ROOT } from './paths.ts';
import { pathWithPinnedNode } from './web-build.ts';

// Licences and known vulnerabilities of packages, and secrets in the files of this checkout. What
// needs a registry or a tool that is missing is skipped with a message and is no fault.

type Result = { faults?: string[]; skipped?: string };

/** A registry that does not answer must not delay the other checks. */
const AUDIT_TIMEOUT_MS = 15_000;
const SCAN_TIMEOUT_MS = 60_000;
const INSTALL_GITLEAKS = 'go install github.com/zricethezav/gitleaks/v8@v8.30.1';

const results = await Promise.all([checkLicences(), auditPackages(), findSecrets()]);
const faults = results.flatMap((result) => result.faults ?? []);
const skipped = results.flatMap((result) => result.skipped ?? []);
for (const fault of faults) console.log(fault);
if (skipped.length > 0) console.log(`SKIPPED: ${skipped.join('; ')}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function checkLicences(): Promise<Result> {
  const { packages } = readJson(join(ROOT, 'package-lock.json'));
  const refused = listRefusedLicences(packages, (folder) => {
    const file = join(ROOT, folder, 'package.json');
    return existsSync(file) ? readJson(file) : null;
  });
  return { faults: refused.map((each) => `licence of ${each} (infra/local/licences.ts)`) };
}

/** High and critical advisories of packages that run in production. */
async function auditPackages(): Promise<Result> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
  const { output } = await run('npm', args, AUDIT_TIMEOUT_MS);
  const { vulnerabilities } = parseReport(output);
  if (!vulnerabilities) return { skipped: 'no audit of packages, the registry does not answer' };
  const severe = Object.entries(vulnerabilities).filter(([, { severity }]) =>
    ['high', 'critical'].includes(severity),
  );
  return { faults: severe.map(([name, { severity }]) => `npm audit: ${name} is ${severity}`) };
}

async function findSecrets(): Promise<Result> {
  const gitleaks = findExecutable('gitleaks', process.env);
  if (!gitleaks) return { skipped: `no scan for secrets, gitleaks not found: ${INSTALL_GITLEAKS}` };
  const args = ['dir', '--no-banner', '--no-color', '--redact', '--verbose', ROOT];
  const { code, output } = await run(gitleaks, args, SCAN_TIMEOUT_MS);
  return code === 0 ? {} : { faults: [`gitleaks: ${output}`] };
}

type Report = { vulnerabilities?: Record<string, { severity: string }> };

/** Empty if the output is no report. */
function parseReport(output: string): Report {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return {};
  }
}

function run(program: string, args: string[], timeout: number) {
  const env = { ...process.env, PATH: pathWithPinnedNode(process.env) };
  return new Promise<{ code: number; output: string }>((resolve) => {
    const options = { cwd: ROOT, env, timeout, maxBuffer: 50_000_000 };
    execFile(program, args, options, (error, output) => resolve({ code: error ? 1 : 0, output }));
  });
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
