import type { AnyRoute, RouteDefinition } from '@cairn/contracts/http/route.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { type Call, Reply, type Routes } from '@cairn/service-kit/routes.ts';
import type { z } from 'zod';
import { type IdempotencyKey, replaceStoredAnswer } from './idempotency.store.ts';
import { executeOnce, hashRequest, toRefusal, type Work } from './idempotency.ts';

type Request = Call<unknown, unknown, unknown, 'admin'>['request'];

/** Parsed content of a non-JSON body; a repeat must have the same content. */
type Upload = { content: Buffer };

export type StaffCall<Params, Query, Body, Answer, Received> = Call<
  Params,
  Query,
  Body,
  'admin'
> & {
  /** The result of `receive`. */
  upload: Received;
  /** The version of If-Match, on routes that accept it; null without one. */
  ifMatch: number | null;
  /** Runs after the commit and before the answer; not for a repeat. */
  afterCommit(work: () => unknown): void;
  /** Runs after the commit, for calls to a provider; its answer replaces the handler's. */
  answerAfterCommit(work: () => Promise<Answer>): void;
  /**
   * Stores these fields of the answer sealed and without expiry until `deleteSealedFields` is
   * called for the subject. Throws 400 if the call has no Idempotency-Key.
   */
  sealFields(fields: (keyof Answer & string)[], subjectId: string): void;
};

export type StaffActOptions<Received> = {
  /** For routes that seal fields of their answer. */
  sealKey?: Buffer;
  /** Reads a non-JSON body before the transaction starts. */
  receive?: (request: Request) => Promise<Received>;
};

type Handler<Params, Query, Body, Answer, Received> = (
  tx: Transaction,
  call: StaffCall<Params, Query, Body, Answer, Received>,
) => Promise<Answer>;

export type StaffRoutes = Routes & {
  /** Adds a staff route whose handler applies the Idempotency-Key and records the staff act itself. */
  addIdempotent: Routes['add'];
  /**
   * Adds a staff route that changes data. `handler` runs in one transaction with the stored answer
   * of the call's Idempotency-Key and publishes `staff.acted` there (`recordStaffAct`).
   */
  addStaffAct<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Answer extends z.ZodType,
    Received extends Upload | null = null,
  >(
    route: RouteDefinition<Params, Query, Body, Answer, 'admin'>,
    handler: Handler<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Answer>, Received>,
    options?: StaffActOptions<Received>,
  ): void;
};

/** Printable ASCII without space. Repeated headers arrive joined by a comma and a space. */
const VALID_KEY = /^[\x21-\x7e]{1,200}$/;
const INVALID_KEY = 'An Idempotency-Key has 1 to 200 visible characters';
const KEY_REQUIRED = 'This call needs an Idempotency-Key: its answer holds a generated code';

export function withStaffActs(pool: Pool, routes: Routes): StaffRoutes {
  const addStaffAct: StaffRoutes['addStaffAct'] = (route, handler, options = {}) => {
    const run = handler as unknown as Handler<unknown, unknown, unknown, AnswerBody, Upload | null>;
    const act = (given: unknown) =>
      runStaffAct(pool, route as unknown as AnyRoute, given as AnyCall, { ...options, run });
    routes.add(route, act as never);
  };
  const add: Routes['add'] = (route, handler) => {
    assertNoKey(route as unknown as AnyRoute);
    routes.add(route, handler);
  };
  return { ...routes, add, addIdempotent: routes.add, addStaffAct };
}

/** Fails at boot: a staff route that changes data is idempotent and leaves an entry in the activity log. */
function assertNoKey({ idempotency, method, path }: AnyRoute): void {
  if (idempotency === 'key') throw new Error(`${method} ${path} must be added by addStaffAct`);
}

type AnswerBody = Record<string, unknown>;
type AnyCall = Call<unknown, unknown, unknown, 'admin'>;
type Act = StaffActOptions<Upload | null> & {
  run: Handler<unknown, unknown, unknown, AnswerBody, Upload | null>;
};

async function runStaffAct(
  pool: Pool,
  route: AnyRoute,
  call: AnyCall,
  { run, receive, sealKey }: Act,
): Promise<Reply<AnswerBody>> {
  const { request, identity } = call;
  const key = readIdempotencyKey(request, identity.userId, route);
  const upload = (await receive?.(request)) ?? null;
  const ifMatch = route.ifMatch ? readIfMatch(request.get('if-match')) : null;
  const effects = collectEffects(key !== null);
  const work: Work = async (tx) => {
    const body = await run(tx, { ...call, ...effects.methods, upload, ifMatch });
    return { status: route.status, body, ...effects.outcome() };
  };
  const precondition = ifMatch === null ? undefined : Buffer.from(String(ifMatch));
  const content = upload?.content ?? precondition;
  const requestHash = hashRequest(request.params, request.query, request.body, content);
  const { status, body, isRepeat } = await inTransaction(pool, async (tx) =>
    key
      ? executeOnce(tx, key, { requestHash, sealKey }, work)
      : { ...(await work(tx)), isRepeat: false },
  );
  if (status >= 400) throw toRefusal({ status, body });
  if (isRepeat) return new Reply(status, body);
  const final = await effects.run();
  if (final && key) await replaceStoredAnswer(pool, key, final);
  return new Reply(status, final ?? body);
}

/** The version of `"3"` or `3`; null for `*` or no header. Throws 400 for another value. */
function readIfMatch(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null;
  const version = /^"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined)
    throw new InvalidInputError('If-Match has the version of one resource');
  return Number(version);
}

/** What a handler requested besides its answer. */
function collectEffects(hasKey: boolean) {
  const afterCommit: (() => unknown)[] = [];
  let answerLater: (() => Promise<AnswerBody>) | null = null;
  let sealed: Awaited<ReturnType<Work>>['sealed'] = null;
  return {
    methods: {
      afterCommit: (work: () => unknown) => void afterCommit.push(work),
      answerAfterCommit(work: () => Promise<AnswerBody>) {
        answerLater = work;
      },
      sealFields(fields: string[], subjectId: string) {
        if (!hasKey) throw new InvalidInputError(KEY_REQUIRED);
        sealed = { fields, subjectId };
      },
    },
    outcome: () => ({ sealed, isProvisional: answerLater !== null }),
    async run(): Promise<AnswerBody | null> {
      for (const work of afterCommit) await work();
      return answerLater ? await answerLater() : null;
    },
  };
}

/** The Idempotency-Key of a request, or null. Throws 400 if it is invalid. */
export function readIdempotencyKey(
  request: Request,
  adminId: string,
  { method, path }: Pick<AnyRoute, 'method' | 'path'>,
): IdempotencyKey | null {
  const key = request.get('idempotency-key');
  if (key === undefined) return null;
  if (!VALID_KEY.test(key)) throw new InvalidInputError(INVALID_KEY);
  return { adminId, route: `${method} ${path}`, key };
}
