import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Endpoints } from '../../infra/local/endpoints.ts';
import { isPortFree, portsFrom } from '../../infra/local/ports.ts';
import type { Checkout } from './checkout.ts';
import { processesOf } from './checkout-processes.ts';

export type CommandOptions = {
  /** `npm` with these; `start` where not set. */
  args?: string[];
  /** Another program than npm. */
  program?: string[];
  environment?: Record<string, string>;
  /** What stands before npm, such as `unshare -n`. */
  wrapper?: string[];
  /** Somebody types. */
  hasInput?: boolean;
};

type End = { code: number | null; signal: NodeJS.Signals | null };

/** With an installation from a slow registry. */
const UP_WITHIN_MS = 900_000;
const STOPPED_WITHIN_MS = 60_000;
/** Those of this run of ours would make npm and vitest behave as in CI, or as inside npm. */
const NOT_FOR_OTHERS = /^(npm_|CI$|NODE_ENV$|INIT_CWD$|VITEST|TEST_|NODE$|COLOR$|FORCE_COLOR$)/;

/** An `npm start` (or another command) in a checkout, in a session of its own, with its output in a pipe. */
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
        ...(user ? { HOME: user.home, USER: 'stranger', LOGNAME: 'stranger' } : {}),
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

  /** A signal to npm alone, as `kill` sends it. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** To npm and all in its process group, as a terminal's Ctrl-C does. */
  signalGroup(signal: NodeJS.Signals): void {
    if (this.child.pid && !this.hasEnded) process.kill(-this.child.pid, signal);
  }

  /** After that many characters of output. */
  async says(text: string | RegExp, timeoutMs = 60_000, after = 0): Promise<void> {
    await waitUntil(
      () => {
        if (holds(this.output.slice(after), text)) return true;
        if (this.hasEnded) throw new Error(`it ended without saying ${text}:\n${this.output}`);
        return false;
      },
      { timeoutMs, what: `${text} in the output` },
    ).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.output}`);
    });
  }

  async isUp(): Promise<Endpoints> {
    await this.says('Cairn is up', UP_WITHIN_MS);
    return readEndpoints(this.checkout);
  }

  async end(withinMs = STOPPED_WITHIN_MS): Promise<End> {
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

/** Runs a command to its end, and throws where that is not its code. */
export async function runNpm(
  checkout: Checkout,
  options: CommandOptions & { code?: number },
): Promise<string> {
  const command = new CairnCommand(checkout, options);
  const { code } = await command.end(UP_WITHIN_MS);
  if (code !== (options.code ?? 0)) {
    throw new Error(`npm ${options.args?.join(' ')} ended with ${code}:\n${command.output}`);
  }
  return command.output;
}

export function readEndpoints({ folder }: Checkout): Endpoints {
  return JSON.parse(readFileSync(join(folder, '.local', 'endpoints.json'), 'utf8'));
}

/**
 * Nothing of it runs any more, and all its ports are free. A closed terminal ends npm at once, and
 * what it has started stops in order behind it: on a busy machine that takes its time.
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
  if (!isSo) throw new Error(`it is not so that ${what}\n${output}`);
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
