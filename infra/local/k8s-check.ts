import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { download, installGoTool, runTool, skipCheck, TOOLS } from './check-tools.ts';
import { findExecutable } from './executables.ts';
import { ROOT } from './paths.ts';

// `npm run k8s:check`: builds every overlay of infra/k8s and validates what it prints against the
// schemas of Kubernetes and KEDA. The tools are downloaded once into .local/cache.

const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.0';
const KEDA = 'github.com/kedacore/keda/v2@v2.17.2';
const VALIDATOR = 'kubernetes-validate==1.37.0';
/** The oldest and the newest version of Kubernetes that the manifests are for. */
const KUBERNETES = ['1.32', '1.37'];
const WHAT = 'manifests of Kubernetes are not validated';
const KEDA_GROUP = 'keda.sh/';

type Resource = { apiVersion: string; kind: string; metadata: { name: string } };

const missing = ['go', 'python3'].filter((name) => !findExecutable(name, process.env));
if (missing.length > 0) skipCheck(WHAT, `${missing.join(' and ')} not found`);
const kustomize = await install().catch((error: Error) =>
  skipCheck(WHAT, `the tools cannot be downloaded: ${error.message}`),
);
await validate();

/** Returns the path of kustomize. */
async function install(): Promise<string> {
  const path = await installGoTool('kustomize', KUSTOMIZE);
  const python = join(TOOLS, 'python');
  if (!findExecutable(join(python, 'bin', 'kubernetes-validate'), {})) {
    await download('python3', ['-m', 'pip', 'install', '-q', '--target', python, VALIDATOR]);
  }
  const environment = { GOMODCACHE: join(TOOLS, 'modules'), GOFLAGS: '-modcacherw' };
  await download('go', ['mod', 'download', KEDA], { environment });
  return path;
}

async function validate(): Promise<void> {
  const overlays = join(ROOT, 'infra', 'k8s', 'overlays');
  const folders = globSync('**/kustomization.yaml', { cwd: overlays }).map(dirname).sort();
  const keda = kedaValidator();
  const counts: string[] = [];
  const outputs: string[] = [];
  for (const folder of folders) {
    const output = join(TOOLS, `${folder.replaceAll('/', '-')}.yaml`);
    await runTool(kustomize, ['build', join(overlays, folder), '-o', output]);
    const text = readFileSync(output, 'utf8');
    const resources = parseAllDocuments(text).map((each) => each.toJS() as Resource);
    const scaled = resources.filter(({ apiVersion }) => apiVersion.startsWith(KEDA_GROUP));
    for (const each of scaled) keda(each);
    const builtIn = resources.filter((each) => !scaled.includes(each));
    writeFileSync(output, builtIn.map((each) => JSON.stringify(each)).join('\n---\n'));
    outputs.push(output);
    counts.push(`${folder} ${resources.length}`);
  }
  const versions = KUBERNETES.flatMap((each) => ['-k', each]);
  const options = ['--strict', '--quiet', ...versions];
  await runTool('python3', ['-m', 'kubernetes_validate', ...options, ...outputs], {
    environment: { PYTHONPATH: join(TOOLS, 'python') },
  });
  const named = KUBERNETES.join(' and ');
  process.stdout.write(`Resources valid for Kubernetes ${named}: ${counts.join(', ')}\n`);
}

/** Throws for a resource that KEDA's own definition refuses. */
function kedaValidator(): (resource: Resource) => void {
  const file = join(TOOLS, 'modules', KEDA, 'config/crd/bases/keda.sh_scaledobjects.yaml');
  const definition = parse(readFileSync(file, 'utf8')) as {
    spec: { versions: { schema: { openAPIV3Schema: object } }[] };
  };
  const isValid = new Ajv({
    strict: false,
    formats: { int32: true, int64: true, 'date-time': true },
  }).compile(definition.spec.versions[0]?.schema.openAPIV3Schema ?? false);
  return (resource) => {
    const { kind, metadata } = resource;
    if (!isValid(resource)) {
      throw new Error(`${kind} ${metadata.name}: ${JSON.stringify(isValid.errors)}`);
    }
  };
}
