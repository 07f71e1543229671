export type StopRequest = {
  /** Aborted at the first Ctrl-C, SIGTERM, SIGHUP, or when the bootstrap that started us is gone. */
  signal: AbortSignal;
  /** Resolves at the same moment. */
  requested: Promise<void>;
  /** What a program that this signal has ended answers to its shell. */
  exitCode(): number;
};

/** The reason with which interrupted work ends. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** One Ctrl-C arrives several times: from the terminal, and passed on by npm and the bootstrap. */
const SAME_REQUEST_MS = 1500;

/** From here on a request to stop ends the program in order; a second one says that it does. */
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
  // Listening for the bootstrap must not keep a program that has ended its work.
  process.channel?.unref();
  // Where the reader of our output is gone there is nobody left to tell.
  process.stdout.on('error', () => stop(EXIT_CODES.SIGHUP));
  const requested = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return { signal: controller.signal, requested, exitCode: () => exitCode };
}
