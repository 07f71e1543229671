import type { SupervisedProcess } from '../../infra/local/supervisor.ts';
import type { TestStack } from '../e2e/stack.ts';
import type { WallClock } from '../machine/wall-clock.ts';
import type { Fault } from './fault-sequence.ts';
import { endServer, isServerUp, whileHanging } from './faults.ts';
import type { FaultyLinks } from './faulty-links.ts';
import type { SecondInstances } from './second-instances.ts';

export type Targets = {
  stack: TestStack;
  copies: SecondInstances;
  links: FaultyLinks;
  /** Null where it cannot be built. */
  clock: WallClock | null;
  /** Resolves after one more purchase, or one more login while no purchase is possible. */
  progress(without?: 'stripe'): Promise<unknown>;
};

/**
 * Injects a fault, and ends it when the load has gone on: no fixed time, so that a slow machine is
 * not counted as a fault. False if it was not possible.
 */
export async function inject(fault: Fault, targets: Targets): Promise<boolean> {
  const { links, clock, progress } = targets;
  switch (fault.kind) {
    case 'hang':
      if (!isServerUp(fault.server)) return false;
      await whileHanging(fault.server, progress);
      return true;
    case 'restart':
      if (!isServerUp(fault.server)) return false;
      endServer(fault.server, fault.server === 'postgres' ? 'SIGINT' : 'SIGKILL');
      await progress();
      return true;
    case 'provider':
      await whileProviderFails(fault, targets);
      return true;
    case 'link': {
      const proxy = links.proxies[fault.link];
      proxy[fault.how]();
      await progress().finally(() => {
        // The kernel closes silent connections in the end.
        proxy.cut();
        proxy.mend();
      });
      return true;
    }
    case 'clock':
      clock?.set(fault.seconds);
      await progress().finally(() => clock?.set(0));
      return clock !== null;
    default:
      return endProcess(fault, targets);
  }
}

async function endProcess(
  { kind, process, copy }: Extract<Fault, { kind: 'kill' | 'pause' }>,
  { stack, copies, progress }: Targets,
): Promise<boolean> {
  const instances = copy === 0 ? stack.processes : copies.processes;
  const target = instances.find(({ name }) => name === process);
  // It has ended already, and is restarted after a pause.
  if (!target?.pid) return false;
  if (kind === 'kill') {
    target.kill('SIGKILL');
    await progress();
  } else await whilePaused(target, progress);
  return true;
}

async function whilePaused(target: SupervisedProcess, work: () => Promise<unknown>): Promise<void> {
  target.kill('SIGSTOP');
  await work().finally(() => target.kill('SIGCONT'));
}

async function whileProviderFails(
  { provider, settings }: Extract<Fault, { kind: 'provider' }>,
  { stack, progress }: Targets,
): Promise<void> {
  const url = `${stack.inside.environments.gateway['SANDBOX_URL']}/faults`;
  const send = async (method: 'PUT' | 'DELETE', body: string | null) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, body });
    if (!response.ok) throw new Error(`faults: ${response.status} ${await response.text()}`);
  };
  await send('PUT', JSON.stringify({ provider, ...settings }));
  const without = provider === 'stripe' && 'hang' in settings ? 'stripe' : undefined;
  await progress(without).finally(() => send('DELETE', null));
}
