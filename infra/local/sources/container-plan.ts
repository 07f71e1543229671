import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the process that minds a container is told, as JSON. */
export type ContainerPlan = {
  name: string;
  image: string;
  /** Of the container, and of the engine's machine. */
  port: { inside: number; outside: number };
  /** The address that the port is bound to; all where the engine is on another machine. */
  bindTo?: string;
  environment: Record<string, string>;
  command?: string[];
  /** A named volume outlives the container; without one its data goes with it. */
  volume?: { name: string; target: string };
  /** There as long as the container may be, to be found after a kill -9. */
  markFile: string;
  /** There once it has served: one that has not yet is given little time to end. */
  readyFile: string;
};

/** Names of this state directory alone: two checkouts, or a folder made anew, never share data. */
export function containerName(stateDirectory: string, server: string): string {
  const folder = containersFolder(stateDirectory);
  const idFile = join(folder, 'id');
  if (!existsSync(idFile)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(idFile, randomBytes(8).toString('hex'));
  }
  const id = createHash('sha256').update(stateDirectory).update(readFileSync(idFile, 'utf8'));
  return `cairn-${id.digest('hex').slice(0, 10)}-${server}`;
}

export function containersFolder(stateDirectory: string): string {
  return join(stateDirectory, 'containers');
}
