import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pureComponents } from './build/pure-components.ts';

const gateway = process.env['GATEWAY_URL'] ?? 'http://localhost:8080';
const port = Number(process.env['PORT'] ?? 5173);
// The year in the footer of prerendered pages.
process.env['VITE_BUILD_YEAR'] = String(new Date().getFullYear());

/** The router's package.json exports its development build to browsers, regardless of NODE_ENV. */
const requireFromDom = createRequire(import.meta.resolve('react-router-dom'));
const ROUTER = dirname(requireFromDom.resolve('react-router/package.json'));
const PRODUCTION_ROUTER = {
  'react-router/dom': join(ROUTER, 'dist', 'production', 'dom-export.mjs'),
  'react-router': join(ROUTER, 'dist', 'production', 'index.mjs'),
};

/** Modules of every page in one chunk: automatic splitting makes twenty chunks and 5 kB more. */
const SITE = [
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
  /web\/src\/(main\.|app\/(?!query-client|on-demand)|features\/session\/(?!require-login|redirect|hunt-to-join)|styles\/)/,
  /contracts\/http\/endpoints\./,
  /web\/src\/lib\/(api|browser|connection|money|random|resource|session-store|site-origin|store\.|use-is-hydrated)/,
  /web\/src\/features\/products\/(hunt-value|use-products)\./,
  /web\/src\/components\/(page-|art\/(mark|art|terrain)\.)/,
  /web\/src\/components\/ui\/(badge|button|class-names|layout|link|live-region|notice|skeleton|visually-hidden)\./,
  // Separate small stylesheets would delay the first paint.
  /node_modules\/@fontsource/,
  /preload-helper|^\0/,
];

/** The query library, for every page that uses it. */
const QUERIES = [
  /node_modules\/@tanstack\/(?!.*\/(queriesObserver|useQueries)\.)/,
  /web\/src\/(app\/query-client|lib\/query-keys)\./,
];

/** Modules shared by the hunt pages: split, each would add a 1 kB stylesheet that delays the first paint. */
const HUNT_PAGES = [
  /web\/src\/features\/products\//,
  /web\/src\/features\/payments\/(charge-card|await-purchase|pay(ments\.module|ment-flow|ment-notices)|pending-|tab-lock|use-payment)/,
  /web\/src\/features\/(map\/(map\.module|describe-area|search-area)|fairness\/use-fairness|hunt-page\/use-hunt-data)/,
  /web\/src\/components\/ui\/figure\./,
  /web\/src\/lib\/(use-was-in-view|use-on-demand|when-idle)\./,
];

/** Small modules of the pages with a form. */
const FORMS = [
  /web\/src\/components\/(spread|ui\/field\.tsx)/,
  /web\/src\/features\/accounts\/(below-form|focus-rejected|form-|move-to|texts|use-s)/,
  /web\/src\/lib\/(lazy-resolver|use-focus-on-mount|use-history-state)\./,
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), pureComponents()],
  resolve: { alias: command === 'build' && !isSsrBuild ? PRODUCTION_ROUTER : {} },
  server: {
    port,
    strictPort: true,
    proxy: {
      '/api': { target: gateway, changeOrigin: false },
      '/sandbox': { target: gateway, changeOrigin: false },
    },
  },
  // Hashed class names, because readable ones add weight.
  css: command === 'build' ? { modules: { generateScopedName: 'c[hash:base64:5]' } } : {},
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Browsers that need the polyfill are older than the supported ones.
    modulePreload: { polyfill: false, resolveDependencies: preloaded },
    rolldownOptions: isSsrBuild
      ? // Prerendered pages name the files of the other build.
        { output: { assetFileNames: ASSET_NAMES } }
      : {
          // Shorter hashes than by default: the names of all chunks are in the scripts of every page.
          output: {
            codeSplitting: chunks(),
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: ASSET_NAMES,
          },
          // The router's warnings are for developers.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce'] },
        },
  },
}));

const ASSET_NAMES = 'assets/[name]-[hash:5][extname]';

function chunks() {
  const among = (patterns: RegExp[]) => (id: string) => patterns.some((each) => each.test(id));
  const groups = [
    { name: 'site', test: among(SITE), priority: 1 },
    { name: 'queries', test: among(QUERIES), priority: 1 },
    { name: 'hunting', test: among(HUNT_PAGES) },
    { name: 'forms', test: among(FORMS) },
    // The claim page needs none of these.
    {
      name: 'joining',
      test: among([
        /web\/src\/features\/hunts\/(?!sign-up-prompt|treasure-box-dialog)/,
        /web\/src\/components\/art\/region-plate\./,
      ]),
    },
  ];
  return { includeDependenciesRecursively: false, groups };
}

/** Scripts load their own dependencies; the preload lists would add 1 kB to every page. */
function preloaded(_file: string, deps: string[], { hostType }: { hostType: 'html' | 'js' }) {
  return hostType === 'html' ? deps : deps.filter((dep) => dep.endsWith('.css'));
}
