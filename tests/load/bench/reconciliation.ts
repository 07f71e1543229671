import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../../infra/local/paths.ts';
import type { Inside } from '../../e2e/inside.ts';

export type Reconciled = { paid: number; recorded: number; perSecond: number };

/** Runs a reconciliation next to the service; `perSecond` counts all charges that it compares. */
export async function measureReconciliation({ environments }: Inside): Promise<Reconciled> {
  const began = performance.now();
  const script = join(ROOT, 'services', 'payment', 'src', 'reconcile.ts');
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environments.payment, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  const { paid, recorded } = JSON.parse(Buffer.concat(chunks).toString()) as Reconciled;
  return { paid, recorded, perSecond: paid / ((performance.now() - began) / 1_000) };
}
