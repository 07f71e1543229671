import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

// Resolved from react-router-dom, which depends on it.
const requireFromDom = createRequire(import.meta.resolve('react-router-dom'));
const ROUTER = requireFromDom.resolve('react-router/package.json');
const PRODUCTION = join(dirname(ROUTER), 'dist', 'production');

/** react-router's package.json exports its development build to browsers, regardless of NODE_ENV. */
export function routerForProduction() {
  return [
    { find: /^react-router$/, replacement: join(PRODUCTION, 'index.mjs') },
    { find: /^react-router\/dom$/, replacement: join(PRODUCTION, 'dom-export.mjs') },
  ];
}

/** Marks the router's calls as pure, so that unused parts (forms, loaders, prefetching) are tree-shaken. */
export function lightRouter(): Plugin {
  return {
    name: 'light-router',
    apply: 'build',
    transform(code, id) {
      if (!/react-router\/dist\/production\//.test(id)) return null;
      return {
        code: code
          .replace(/^[\w$]+\.displayName = "[^"]+";$/gm, '')
          .replace(/React\d*\.createElement\(PrefetchPageLinks, \{[^}]*\}\)/g, 'null')
          .replace(/= (React\d*)\.(forwardRef|createContext|memo)\(/g, '= /* @__PURE__ */ $1.$2('),
        map: null,
      };
    },
  };
}
