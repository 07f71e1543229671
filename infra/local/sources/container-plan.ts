import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** JSON argument of the process that runs a container. */
export type ContainerPlan = {
  name: string;
  image: string;
  /** Port in the container, and on the engine's machine. */
  port: { inside: number; outside: number };
  /** Bind address of the port; all addresses if the engine is on another machine. */
  bindTo?: string;
  environment: Record<string, string>;
  command?: string[];
  /** A named volume outlives the container; without one the data is deleted with it. */
  volume?: { name: string; target: string };
  /** Exists while the container may exist, so that it is found after a kill -9. */
  markFile: string;
  /** Exists once the server was ready; before that it gets a short stop timeout. */
  readyFile: string;
};

/** A name that is unique to this state directory: two checkouts, or a recreated folder, never share data. */
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
