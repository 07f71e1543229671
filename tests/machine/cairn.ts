import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Endpoints } from '../../infra/local/endpoints.ts';
import { isPortFree, portsFrom } from '../../infra/local/ports.ts';
import type { Checkout } from './checkout.ts';
import { processesOf } from './checkout-processes.ts';

export type CommandOptions = {
  /** Arguments of npm; default `start`. */
  args?: string[];
  /** Runs this instead of npm. */
  program?: string[];
  environment?: Record<string, string>;
  /** Prefix of the command, such as `unshare -n`. */
  wrapper?: string[];
  /** Keeps stdin open. */
  hasInput?: boolean;
};

type End = { code: number | null; signal: NodeJS.Signals | null };

/** Includes an installation from a slow registry. */
const UP_TIMEOUT_MS = 900_000;
const STOP_TIMEOUT_MS = 60_000;
/** Variables of this run that would make npm and vitest behave as in CI or inside npm. */
const NOT_FOR_OTHERS = /^(npm_|CI$|NODE_ENV$|INIT_CWD$|VITEST|TEST_|NODE$|COLOR$|FORCE_COLOR$)/;

/** Runs `npm start` (or another command) in a checkout, in its own session, with piped output. */
export class CairnCommand {
  readonly checkout: Checkout;
  readonly child: ChildProcess;
  readonly ended: Promise<End>;
  output = '';
  hasEnded = false;

  constructor(checkout: Checkout, options: CommandOptions = {}) {
    this.checkout = checkout;
    const { folder, portBase, user } = checkout;
    const words = [...(options.wrapper ?? []), ...(options.program ?? npm(options.args))];
    const [command = '', ...args] = words;
    this.child = spawn(command, args, {
      cwd: folder,
      env: {
        ...ownEnvironment(),
        PORT_BASE: String(portBase),
        ...(user ? { HOME: user.home, USER: 'visitor', LOGNAME: 'visitor' } : {}),
        ...options.environment,
      },
      stdio: [options.hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      detached: true,
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('exit', (code, signal) => {
        this.hasEnded = true;
        resolve({ code, signal });
      });
    });
  }

  /** Signals npm only, like `kill`. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Signals npm's process group, like Ctrl-C in a terminal. */
  signalGroup(signal: NodeJS.Signals): void {
    if (this.child.pid && !this.hasEnded) process.kill(-this.child.pid, signal);
  }

  /** Waits for output; `after` skips that many characters. */
  async says(text: string | RegExp, timeoutMs = 60_000, after = 0): Promise<void> {
    await waitUntil(
      () => {
        if (holds(this.output.slice(after), text)) return true;
        if (this.hasEnded) throw new Error(`it ended without printing ${text}:\n${this.output}`);
        return false;
      },
      { timeoutMs, what: `${text} in the output` },
    ).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.output}`);
    });
  }

  async isUp(): Promise<Endpoints> {
    await this.says('Cairn is up', UP_TIMEOUT_MS);
    return readEndpoints(this.checkout);
  }

  async end(withinMs = STOP_TIMEOUT_MS): Promise<End> {
    await waitUntil(() => this.hasEnded, { timeoutMs: withinMs, what: 'the end' }).catch(
      (error: Error) => {
        throw new Error(`${error.message}\n${this.output}`);
      },
    );
    return this.ended;
  }

  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<End> {
    this.signalGroup(signal);
    return this.end();
  }
}

/** Runs a command to its end and throws unless it exits with `code`. */
export async function runNpm(
  checkout: Checkout,
  options: CommandOptions & { code?: number },
): Promise<string> {
  const command = new CairnCommand(checkout, options);
  const { code } = await command.end(UP_TIMEOUT_MS);
  if (code !== (options.code ?? 0)) {
    throw new Error(`npm ${options.args?.join(' ')} ended with ${code}:\n${command.output}`);
  }
  return command.output;
}

export function readEndpoints({ folder }: Checkout): Endpoints {
  return JSON.parse(readFileSync(join(folder, '.local', 'endpoints.json'), 'utf8'));
}

/**
 * Expects that no process is left and all ports are free. A closed terminal ends npm at once, and
 * its children stop in order after that, which takes time on a busy machine.
 */
export async function expectNothingLeft(checkout: Checkout, withinMs = 30_000): Promise<void> {
  await waitUntil(() => processesOf(checkout).length === 0, { timeoutMs: withinMs }).catch(() => {
    const left = processesOf(checkout).map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`);
    throw new Error(`left running:\n${left.join('\n')}`);
  });
  for (const [name, port] of Object.entries(portsFrom(checkout.portBase))) {
    if (!(await isPortFree(port))) throw new Error(`port ${port} (${name}) is still taken`);
  }
}

export function expectThat(isSo: boolean, what: string, output = ''): void {
  if (!isSo) throw new Error(`expected: ${what}\n${output}`);
}

function holds(output: string, text: string | RegExp): boolean {
  return typeof text === 'string' ? output.includes(text) : text.test(output);
}

function npm(args = ['start']): string[] {
  return ['npm', ...args];
}

function ownEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '')
    .split(':')
    .filter((dir) => !dir.includes('node_modules'));
  const entries = Object.entries(process.env).filter(([name]) => !NOT_FOR_OTHERS.test(name));
  return { ...Object.fromEntries(entries), PATH: path.join(':') };
}
