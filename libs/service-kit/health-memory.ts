/** Resolves while a thing is usable, rejects or returns false while it is not. */
export type Check = () => Promise<unknown>;

const KNOWN_FOR_MS = 250;
/** What was found well longer ago says nothing about now. */
const BELIEVED_FOR_MS = 10_000;
/** Less than those who ask whether a process is ready wait for its answer. */
const PATIENCE_MS = 750;
/** What was away stays so until it says otherwise; nobody need wait for that. */
const PATIENCE_WITH_ILL_MS = 50;

/**
 * Asks only now and then, since anybody may call /readyz as often as they like. A check that takes
 * its time goes on in the background; until it is done the answer is what was known last,
 * if that is not long ago.
 */
export function remembered(checks: Record<string, Check>): Record<string, Check> {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, remember(check)]));
}

function remember(check: Check): Check {
  let known: { isWell: boolean; until: number } | null = null;
  let asking: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    const isWell = await (async () => check())().then(
      (result) => result !== false,
      () => false,
    );
    known = { isWell, until: Date.now() + KNOWN_FOR_MS };
    asking = null;
    return isWell;
  }

  return async () => {
    if (known && Date.now() < known.until) return known.isWell;
    asking ??= ask();
    const patience = known?.isWell === false ? PATIENCE_WITH_ILL_MS : PATIENCE_MS;
    const answer = await within(asking, patience);
    return answer ?? (known?.isWell === true && Date.now() < known.until + BELIEVED_FOR_MS);
  };
}

/** Null where there is no answer yet. */
async function within(answer: Promise<boolean>, ms: number): Promise<boolean | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
