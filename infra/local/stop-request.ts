export type StopRequest = {
  /** Aborted on the first Ctrl-C, SIGTERM or SIGHUP, or when the bootstrap process has ended. */
  signal: AbortSignal;
  /** Resolves at the same moment. */
  requested: Promise<void>;
  /** The exit code for the received signal. */
  exitCode(): number;
};

/** The abort reason of interrupted work. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** One Ctrl-C arrives several times: from the terminal, npm and the bootstrap. */
const SAME_REQUEST_MS = 1500;

/** Handles stop requests; a second one prints that the program is stopping. */
export function listenForStop(say: (text: string) => void): StopRequest {
  const controller = new AbortController();
  let exitCode = 0;
  let lastAt = 0;
  const stop = (code: number) => {
    const isRepeated = controller.signal.aborted;
    if (isRepeated && performance.now() - lastAt > SAME_REQUEST_MS)
      say('Still stopping, one moment.');
    lastAt = performance.now();
    if (isRepeated) return;
    exitCode = code;
    controller.abort(new Interrupted('interrupted'));
  };
  for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => stop(code));
  process.on('disconnect', () => stop(EXIT_CODES.SIGTERM));
  // The IPC channel must not keep a finished program alive.
  process.channel?.unref();
  // The reader of our output is gone, like a closed terminal.
  process.stdout.on('error', () => stop(EXIT_CODES.SIGHUP));
  const requested = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return { signal: controller.signal, requested, exitCode: () => exitCode };
}
