import swc from '@swc/core/Visitor.js';

// Import rules between modules; infra/local/project-rules.ts checks those that are not about imports.

// swc's visitor, by which dependency-cruiser reads TypeScript, stops at a `using` declaration.
const { visitStatement } = swc.Visitor.prototype;
swc.Visitor.prototype.visitStatement = function visitAnyStatement(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

const TEST = '\\.test\\.tsx?$|^(libs|services)/[^/]+/test/|^gateway/test/|^tests/';
const LIBS = ['contracts', 'service-kit', 'postgres', 'events', 'jobs', 'service', 'testing'];

/** Folders inside a package, among which the imports point one way. */
const FOLDERS = '^(services/[^/]+/src|gateway/src|infra/local|infra/sandbox/src)/';

/** Each lib may import those before it. */
const libsPointDownward = LIBS.map((lib, index) => ({
  name: `libs-point-downward-${lib}`,
  comment: `libs/${lib} may import only ${LIBS.slice(0, index).join(', ') || 'no other lib'}.`,
  severity: 'error',
  from: { path: `^libs/${lib}/`, pathNot: TEST },
  to: { path: `^libs/(${LIBS.slice(index + 1).join('|') || '(?!)'})/` },
}));

/** Each feature of the web app may import only those before it. */
const FEATURES = [
  ...['session', 'products', 'editor', 'map', 'fairness', 'purchases', 'payments', 'hunts'],
  ...[
    'hunt-report',
    'hunt-page',
    'public-hunt',
    'claim',
    'stash',
    'accounts',
    'account-settings',
    'alerts',
  ],
  ...['contact', 'about', 'blog', 'faq', 'legal', 'home', 'dashboard', 'admin'],
];

const featuresPointDownward = FEATURES.map((feature, index) => ({
  name: `features-point-downward-${feature}`,
  comment: `The feature ${feature} may import only ${FEATURES.slice(0, index).join(', ') || 'no other feature'}.`,
  severity: 'error',
  from: { path: `^web/src/features/${feature}/` },
  to: {
    path: '^web/src/features/',
    pathNot: `^web/src/features/(${FEATURES.slice(0, index + 1).join('|')})/`,
  },
}));

export default {
  forbidden: [
    ...libsPointDownward,
    ...featuresPointDownward,
    {
      name: 'web-layers-point-downward',
      comment:
        'main and app use pages, pages use features, features use components, these use lib.',
      severity: 'error',
      from: { path: '^web/src/(lib|components|features|pages)/' },
      to: { path: '^web/src/(app|main)' },
    },
    {
      name: 'web-features-know-no-page',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/pages/' },
    },
    {
      name: 'web-lib-and-components-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(lib|components)/' },
      to: { path: '^web/src/(features|pages)/' },
    },
    {
      name: 'services-never-import-each-other',
      comment: 'What one service needs of another it asks by HTTP or hears by event.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'services-and-gateway-are-no-libraries',
      comment: 'They are processes: what two of them need is in libs.',
      severity: 'error',
      from: { path: '^(libs|web|infra|gateway)/' },
      to: { path: '^services/' },
    },
    {
      name: 'gateway-is-no-library',
      severity: 'error',
      from: { path: '^(libs|web|infra|services)/' },
      to: { path: '^gateway/' },
    },
    {
      name: 'web-imports-only-contracts',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(libs/(?!contracts/)|infra/|tests/)' },
    },
    {
      name: 'contracts-know-only-zod',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: TEST },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'contracts-run-in-a-browser',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sandbox-imports-no-package-of-cairn',
      severity: 'error',
      from: { path: '^infra/sandbox/' },
      to: { path: '^(libs|services|gateway|web|infra/(?!sandbox/))' },
    },
    {
      name: 'nothing-imports-infra',
      comment: 'Tests may start the sandbox or the whole stack.',
      severity: 'error',
      from: { path: '^(libs|services|gateway|web)/', pathNot: TEST },
      to: { path: '^infra/' },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { path: '^(libs/(?!testing/)|services/|gateway/|web/|infra/)', pathNot: TEST },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'nothing-imports-a-test',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'kafkajs-in-one-place',
      severity: 'error',
      from: { pathNot: [TEST, '^libs/events/kafka(\\.ts$|/)'] },
      to: { path: 'node_modules/kafkajs/' },
    },
    {
      name: 'services-of-a-resource-know-no-transport',
      comment: '*.service.ts holds the rule and the transaction.',
      severity: 'error',
      from: { path: '\\.service\\.ts$' },
      to: { path: 'node_modules/(@types/)?(express|kafkajs|bullmq)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'folders-of-a-package-depend-one-way',
      comment:
        'A folder may not depend on itself through another: move what both need into the lower one.',
      severity: 'error',
      scope: 'folder',
      from: { path: FOLDERS },
      to: { circular: true },
    },
    {
      name: 'wiring-is-on-top',
      comment:
        'service.ts wires the folders, app.ts and consumers.ts mount them; no folder imports them.',
      severity: 'error',
      from: { path: '^(services/[^/]+|gateway)/src/[^/]+/' },
      to: { path: '^(services/[^/]+|gateway)/src/(main|service|app|consumers|worker[^/]*)\\.ts$' },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|\\.local)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.css', '.svg'],
    },
    cache: false,
  },
};
