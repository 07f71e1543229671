import type { WriteStream } from 'node:tty';

/** Progress output; a step may change its text while it runs. */
export type Steps = {
  run<Result>(
    title: string,
    work: (detail: (text: string) => void) => Promise<Result>,
    options?: StepOptions,
  ): Promise<Result>;
  say(text: string): void;
};

/** A quiet step is shown while it runs but not when it has ended. */
type StepOptions = { isQuiet: boolean };

type Running = { title: string; detail: string; startedAt: number; isShown: boolean };

const SLOW_MS = 1000;
const REDRAW_MS = 200;

/** For runs without output. */
export const silentSteps: Steps = {
  run: (_title, work) => work(() => {}),
  say: () => {},
};

/**
 * On a terminal, running steps are lines at the bottom with a seconds counter; in a pipe a step is
 * printed once it has taken a second. Shorter steps are not shown.
 */
export function createSteps(output: WriteStream = process.stdout): Steps {
  const running = new Set<Running>();
  const screen = output.isTTY && process.env['TERM'] !== 'dumb' ? liveRegion(output) : null;
  const redraw = () => screen?.draw([...running].filter(isSlow).map(runningLine));
  const write = (text: string) => {
    screen?.clear();
    output.write(`${text}\n`);
    redraw();
  };

  async function run<Result>(
    title: string,
    work: (detail: (text: string) => void) => Promise<Result>,
    { isQuiet }: StepOptions = { isQuiet: false },
  ): Promise<Result> {
    const step: Running = { title, detail: '', startedAt: performance.now(), isShown: false };
    running.add(step);
    const timer = setInterval(() => {
      if (screen) redraw();
      else if (!isQuiet && !step.isShown && isSlow(step)) {
        step.isShown = true;
        write(`… ${title}`);
      }
    }, REDRAW_MS);
    const end = (mark: string) => {
      clearInterval(timer);
      running.delete(step);
      if (!isQuiet && (isSlow(step) || mark === '✗')) write(`${mark} ${title}  ${seconds(step)}`);
      else redraw();
    };
    try {
      const result = await work((text) => {
        step.detail = text;
      });
      end('✓');
      return result;
    } catch (error) {
      end('✗');
      throw error;
    }
  }

  return { run, say: write };
}

function isSlow(step: Running): boolean {
  return performance.now() - step.startedAt >= SLOW_MS;
}

function runningLine(step: Running): string {
  return `… ${step.title}${step.detail && `: ${step.detail}`}  ${seconds(step)}`;
}

function seconds(step: Running): string {
  return `${((performance.now() - step.startedAt) / 1000).toFixed(1)} s`;
}

/** Lines below the last output, redrawn in place. */
function liveRegion(output: WriteStream) {
  let height = 0;
  const clear = () => {
    if (height > 0) output.write(`\x1b[${height}A\x1b[0J`);
    height = 0;
  };
  const draw = (lines: string[]) => {
    clear();
    const width = output.columns || 80;
    for (const line of lines) output.write(`${line.slice(0, width - 1)}\n`);
    height = lines.length;
  };
  return { clear, draw };
}
