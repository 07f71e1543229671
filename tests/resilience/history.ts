import { setTimeout as delay } from 'node:timers/promises';
import { isLinearizable, type Model, type Operation } from '@cairn/testing/linearizability.ts';
import type { Answer } from '../support/http.ts';

/** A call that is refused without an effect. */
const TOO_MANY = 429;
/** A client waits no longer for a paused gateway; the call may still take effect. */
const TIMEOUT_MS = 5_000;

export type Recorded<Input, Output> = {
  /**
   * Makes one call and records it. `toOutput` reads the output of an answer. Returns undefined if the
   * result is unknown (no answer, or 5xx), or if the call was limited and had no effect.
   */
  call(
    input: Input,
    send: () => Promise<Answer>,
    toOutput: (answer: Answer) => Output | undefined,
  ): Promise<Output | undefined>;
  /** Records a call that consists of several requests; `complete` unless its result stays unknown. */
  begin(input: Input): { complete(output: Output): void };
};

/** What the callers of one run saw: each call with its times and its output, by object. */
export class History {
  readonly #checks: { name: string; check(): string | null }[] = [];
  readonly #counts = { calls: 0, unknown: 0 };

  get counts(): { calls: number; unknown: number } {
    return { ...this.#counts };
  }

  /** Sends one request; null if its result is unknown. */
  async send(request: () => Promise<Answer>): Promise<Answer | null> {
    this.#counts.calls += 1;
    const answer = await Promise.race([
      request().catch(() => null),
      delay(TIMEOUT_MS, null, { ref: false }),
    ]);
    if (answer && answer.status < 500) return answer;
    this.#counts.unknown += 1;
    return null;
  }

  /** An object with a sequential specification; a completed call may take effect `lagMs` later. */
  object<State, Input, Output>(
    name: string,
    model: Model<State, Input, Output>,
    { lagMs = 0 }: { lagMs?: number } = {},
  ): Recorded<Input, Output> {
    const operations: Operation<Input, Output>[] = [];
    this.#checks.push({
      name,
      check: () => (isLinearizable(model, operations) ? null : describe(operations)),
    });
    const begin = (input: Input) => {
      const operation: Operation<Input, Output> = {
        input,
        invokedAt: performance.now(),
        completedAt: Number.POSITIVE_INFINITY,
      };
      operations.push(operation);
      return {
        complete(output: Output) {
          operation.completedAt = performance.now() + lagMs;
          operation.output = output;
        },
        remove: () => void operations.splice(operations.indexOf(operation), 1),
      };
    };
    return {
      begin,
      call: async (input, send, toOutput) => {
        const call = begin(input);
        const answer = await this.send(send);
        if (!answer) return undefined;
        const output = answer.status === TOO_MANY ? undefined : toOutput(answer);
        if (output !== undefined) call.complete(output);
        else if (answer.status === TOO_MANY) call.remove();
        else throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return output;
      },
    };
  }

  /** The objects whose calls have no sequential explanation, with their calls. */
  violations(): string[] {
    return this.#checks.flatMap(({ name, check }) => {
      const found = check();
      return found === null ? [] : [`${name} is not linearizable:\n${found}`];
    });
  }
}

function describe(operations: readonly Operation<unknown, unknown>[]): string {
  return operations
    .toSorted((one, other) => one.invokedAt - other.invokedAt)
    .map(({ input, invokedAt, completedAt, output }) => {
      const [from, to] = [invokedAt.toFixed(0), completedAt.toFixed(0)];
      return `  ${from}–${to} ms ${String(input)} → ${output === undefined ? 'unknown' : String(output)}`;
    })
    .join('\n');
}
