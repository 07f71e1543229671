/** One call of a recorded history. Times are of one clock, such as `performance.now()`. */
export type Operation<Input, Output> = {
  input: Input;
  invokedAt: number;
  /** Infinity if the result is unknown. */
  completedAt: number;
  /** Undefined if the result is unknown: the call took effect at any time after it, or never. */
  output?: Output;
};

/** The sequential specification of an object. States are compared with `===`. */
export type Model<State, Input, Output> = {
  initial: State;
  apply(state: State, input: Input): { state: State; output: Output };
};

/** Yields true to the first key and to each repetition of that key, false to every other one. */
export const testAndSet: Model<string | null, string, boolean> = {
  initial: null,
  apply(state, key) {
    const winner = state ?? key;
    return { state: winner, output: winner === key };
  },
};

/** A flag that is set for good: `read` yields whether it is set, `set` always true. */
export const flag: Model<boolean, 'set' | 'read', boolean> = {
  initial: false,
  apply(state, input) {
    const next = state || input === 'set';
    return { state: next, output: next };
  },
};

type Search<State, Input, Output> = {
  model: Model<State, Input, Output>;
  operations: readonly Operation<Input, Output>[];
  /** Sets of placed operations, and the state after them, that lead to no order. */
  failed: Map<bigint, Set<State>>;
};

/**
 * Whether some order of the operations explains every output and keeps the order of calls that did
 * not overlap: the search of Wing and Gong (Testing and Verifying Concurrent Objects, 1993), which
 * skips the configurations it has seen, as Lowe added. Exponential in the number of concurrent calls.
 */
export function isLinearizable<State, Input, Output>(
  model: Model<State, Input, Output>,
  operations: readonly Operation<Input, Output>[],
): boolean {
  return canComplete({ model, operations, failed: new Map() }, 0n, model.initial);
}

function canComplete<State, Input, Output>(
  search: Search<State, Input, Output>,
  placed: bigint,
  state: State,
): boolean {
  const left = search.operations
    .map((operation, index) => ({ operation, bit: 1n << BigInt(index) }))
    .filter(({ bit }) => (placed & bit) === 0n);
  const firstCompletion = Math.min(...left.map(({ operation }) => operation.completedAt));
  // The rest is unknown, and may never have taken effect.
  if (firstCompletion === Number.POSITIVE_INFINITY) return true;
  if (search.failed.get(placed)?.has(state)) return false;
  for (const { operation, bit } of left) {
    // It began after another one had completed.
    if (operation.invokedAt > firstCompletion) continue;
    const next = search.model.apply(state, operation.input);
    const isUnknown = operation.output === undefined;
    // An unknown call without an effect explains nothing.
    if (isUnknown ? next.state === state : next.output !== operation.output) continue;
    if (canComplete(search, placed | bit, next.state)) return true;
  }
  const states = search.failed.get(placed) ?? new Set();
  search.failed.set(placed, states.add(state));
  return false;
}
