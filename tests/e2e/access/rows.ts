/** The callers: a member of the hunt (`user`), a player who is not (`other`), a suspended account, an admin. */
export const CALLERS = ['anonymous', 'user', 'other', 'suspended', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** The data that the requests of the table refer to. */
export type Subjects = {
  /** The `user` of the table. */
  player: { userId: string; email: string; password: string };
  product: { id: string; handle: string };
  /** Paid by `player`, for `product`. */
  paymentIntentId: string;
  /** A new unused address at each call. */
  freshEmail(): string;
};

type Ask = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
};

export type Row = {
  /** Status for each of CALLERS, in their order. */
  expected: readonly [number, number, number, number, number];
  ask?: (subjects: Subjects) => Ask;
  /** The request ends the caller's session, so the test logs in again. */
  endsSession?: true;
};

/** Internal routes: processes authenticate with a signed token; no login grants access. */
export const INTERNAL: Row = { expected: [403, 403, 403, 403, 403] };
/** On ports that only the internal network reaches. */
export const INNER: Row = { expected: [200, 200, 200, 200, 200] };
export const OPERATIONS = { 'GET /healthz': INNER, 'GET /readyz': INNER, 'GET /metrics': INNER };
export const EVENTS = { 'POST /internal/events': INTERNAL };

export function anyone(status: number, ask?: Row['ask']): Row {
  return {
    expected: [status, status, status, status, status],
    ...(ask ? { ask } : {}),
  };
}

export function loggedIn(status: number, ask?: Row['ask']): Row {
  return { expected: [401, status, status, 401, status], ...(ask ? { ask } : {}) };
}

export function adminsOnly(status: number, ask?: Row['ask']): Row {
  return { expected: [401, 403, 403, 401, status], ...(ask ? { ask } : {}) };
}
