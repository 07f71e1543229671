import { type ProcessDefinition, SupervisedProcess } from '../../../infra/local/supervisor.ts';

/** One server of a cluster: killed and started by a test, not restarted by itself. */
export type EngineNode = {
  name: string;
  start(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
};

/** `stateDirectory` gets its log and process record. */
export function createNode(definition: ProcessDefinition, stateDirectory: string): EngineNode {
  let current: SupervisedProcess | undefined;
  return {
    name: definition.name,
    async start() {
      current = new SupervisedProcess(definition, { stateDirectory, say: () => {} });
      await current.whenReady();
    },
    async kill() {
      current?.kill('SIGKILL');
      // In the same tick, so that the supervisor does not restart it.
      await current?.stop();
      current = undefined;
    },
  };
}

/** What the definitions of all servers have in common. */
export const SERVER = {
  stopSignal: 'SIGINT',
  stopOrder: 90,
  readyWithinMs: 180_000,
} satisfies Partial<ProcessDefinition>;
