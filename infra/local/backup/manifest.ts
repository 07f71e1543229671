import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '../secrets.ts';

/** Describes a base backup. Written last: a folder without it is an incomplete backup. */
export type Manifest = {
  startedAt: string;
  /** The earliest moment to which it can be restored. */
  finishedAt: string;
  serverVersion: string;
  /** Size and SHA-256 of each file, by its path. */
  files: Record<string, [size: number, sha256: string]>;
  /** Names and fingerprints of the keys without which the rows cannot be read. Never the keys. */
  keys: Record<string, string>;
};

export type BaseBackup = { directory: string; manifest: Manifest };

const NAME = 'manifest.json';

/** Keys that rows depend on; each has at least 128 random bits, so that its hash says nothing. */
const KEYS = [
  'codeHmacKey',
  'codeSealKey',
  'attemptKey',
  'linkSealKey',
  'phoneSealKey',
  'suppressionKey',
  'unsubscribeKey',
  'postgresPassword',
] as const satisfies readonly (keyof Secrets)[];

export function fingerprintsOf(secrets: Secrets): Record<string, string> {
  const fingerprint = (value: string) =>
    createHash('sha256').update(`cairn backup\n${value}`).digest('hex').slice(0, 16);
  return Object.fromEntries(KEYS.map((name) => [name, fingerprint(secrets[name])]));
}

/** Names of the keys that differ from those at the backup. */
export function listChangedKeys(manifest: Manifest, secrets: Secrets): string[] {
  const present = fingerprintsOf(secrets);
  return Object.keys(manifest.keys).filter((name) => manifest.keys[name] !== present[name]);
}

export function writeManifest(directory: string, manifest: Manifest): void {
  writeFileSync(join(directory, NAME), JSON.stringify(manifest), { mode: 0o600 });
}

/** Complete backups, oldest first. */
export function listBaseBackups(folder: string): BaseBackup[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('base-') && existsSync(join(folder, name, NAME)))
    .map((name) => join(folder, name))
    .map((directory) => ({
      directory,
      manifest: JSON.parse(readFileSync(join(directory, NAME), 'utf8')) as Manifest,
    }))
    .sort((a, b) => a.manifest.finishedAt.localeCompare(b.manifest.finishedAt));
}
