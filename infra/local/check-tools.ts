import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from './command.ts';
import { findExecutable } from './executables.ts';
import { CACHE, LOCAL, logFileOf, ROOT } from './paths.ts';

/** Tools of the project checks that are no npm packages; downloaded once. */
export const TOOLS = join(CACHE, 'tools');
/** Without a registry, go, pip and apt-get would try for longer. */
const DOWNLOAD_TIMEOUT_MS = 300_000;

/** Prints that a check does nothing on this machine; the check itself passes. */
export function skipCheck(what: string, reason: string): never {
  process.stdout.write(`SKIPPED: ${what}, ${reason}\n`);
  process.exit(0);
}

/** Installs a command of a Go module, such as `example.com/cmd/tool@v1.2.3`, and returns its path. */
export async function installGoTool(name: string, module: string): Promise<string> {
  mkdirSync(TOOLS, { recursive: true });
  const path = join(TOOLS, name);
  if (findExecutable(path, {})) return path;
  await download('go', ['install', module], { environment: { GOBIN: TOOLS } });
  return path;
}

type RunOptions = { environment?: NodeJS.ProcessEnv; directory?: string };

/** As `runTool`, with a time limit. */
export function download(command: string, args: string[], options: RunOptions = {}): Promise<void> {
  return runTool(command, args, { ...options, signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
}

/** Runs a tool to its end; if it fails, the error contains the end of its output. */
export function runTool(
  command: string,
  args: string[],
  { environment, directory = ROOT, signal }: RunOptions & { signal?: AbortSignal } = {},
): Promise<void> {
  return runCommand(command, args, {
    directory,
    environment: { ...process.env, ...environment },
    logFile: logFileOf(LOCAL, `tool-${basename(command)}`),
    ...(signal && { signal }),
  });
}
