import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

// Looked for from react-router-dom, whose dependency it is.
const requireFromDom = createRequire(import.meta.resolve('react-router-dom'));
const ROUTER = requireFromDom.resolve('react-router/package.json');
const PRODUCTION = join(dirname(ROUTER), 'dist', 'production');

/** react-router's package.json names its development build for browsers, whatever NODE_ENV says. */
export function routerForProduction() {
  return [
    { find: /^react-router$/, replacement: join(PRODUCTION, 'index.mjs') },
    { find: /^react-router\/dom$/, replacement: join(PRODUCTION, 'dom-export.mjs') },
  ];
}

/** Marks the router's parts so that those we do not use (forms, loaders, prefetching) are left out. */
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
