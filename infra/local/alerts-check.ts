import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { download, runTool, skipCheck, TOOLS } from './check-tools.ts';
import { findExecutable, isVersionAtLeast } from './executables.ts';
import { ROOT } from './paths.ts';

// Part of `npm run check`: validates Prometheus' configuration, the alert rules and the expressions of
// Grafana's dashboards with promtool, and runs the tests of the rules.

const WHAT = 'the alert rules are not validated';
const FOLDER = join(ROOT, 'infra', 'observability');
const UNPACKED = join(TOOLS, 'prometheus');
/** Of Debian 12. */
const OLDEST = [2, 42] as const;

const promtool = await findOrDownload().catch((error: Error) =>
  skipCheck(WHAT, `promtool cannot be downloaded: ${error.message}`),
);
if (!isVersionAtLeast(promtool, OLDEST)) {
  skipCheck(WHAT, `${promtool} is older than ${OLDEST.join('.')}`);
}
await runTool(promtool, ['check', 'rules', join(FOLDER, 'rules.yml'), writePanels()]);
await runTool(promtool, ['check', 'config', '--syntax-only', join(FOLDER, 'prometheus.yml')]);
await runTool(promtool, ['test', 'rules', join(FOLDER, 'rules.promtool.yml')]);

/** From the PATH, or from Debian's package, which is unpacked and not installed. */
async function findOrDownload(): Promise<string> {
  const unpacked = join(UNPACKED, 'usr', 'bin', 'promtool');
  const known = findExecutable('promtool', process.env) ?? findExecutable(unpacked, {});
  if (known) return known;
  if (!findExecutable('apt-get', process.env)) skipCheck(WHAT, 'promtool not found');
  mkdirSync(UNPACKED, { recursive: true });
  await download('apt-get', ['download', 'prometheus'], { directory: UNPACKED });
  const [archive = ''] = globSync('prometheus_*.deb', { cwd: UNPACKED });
  await runTool('dpkg-deb', ['-x', archive, '.'], { directory: UNPACKED });
  return unpacked;
}

type Dashboard = { panels: { targets: { expr: string }[] }[] };

/** promtool reads rules only: each expression of a panel becomes one. */
function writePanels(): string {
  const files = globSync('grafana/dashboards/*.json', { cwd: FOLDER }).sort();
  const groups = files.map((name) => {
    const { panels } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Dashboard;
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    return { name, rules };
  });
  mkdirSync(TOOLS, { recursive: true });
  const file = join(TOOLS, 'panels.yml');
  writeFileSync(file, stringify({ groups }));
  return file;
}
