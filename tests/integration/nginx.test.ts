import { expect, it } from 'vitest';
import { findExecutable } from '../../infra/local/executables.ts';
import { startNginx } from '../support/nginx.ts';

it.skipIf(!findExecutable('nginx', process.env))(
  'the start of nginx fails with its error output when nginx ends at once (needs nginx)',
  async () => {
    await expect(startNginx([[]])).rejects.toThrow('no servers are inside upstream');
  },
);
