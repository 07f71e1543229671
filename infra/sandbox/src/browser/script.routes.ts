import { readFileSync } from 'node:fs';
import { Router } from 'express';

/** In dependency order; they are joined into one classic script, like Stripe's. */
const MODULES = [
  'card-rules.js',
  'card-formats.js',
  'card-styles.js',
  'card-inputs.js',
  'element-events.js',
  'card-element.js',
  'elements.js',
  'api.js',
  'challenge.js',
  'stripe.js',
];

export function scriptRoutes(): Router {
  const router = Router();
  const script = joinModules();
  router.get('/stripe.js', (_req, res) => {
    res.set('Cache-Control', 'no-cache').type('text/javascript').send(script);
  });
  return router;
}

export function joinModules(): string {
  const parts = MODULES.map((name) => {
    const source = readFileSync(new URL(name, import.meta.url), 'utf8');
    return source
      .replace(/^import [^;]*;\n/gm, '')
      .replace(/^export (?=(async )?(function|const|class))/gm, '');
  });
  return `(() => {\n'use strict';\n${parts.join('\n')}\n})();\n`;
}
