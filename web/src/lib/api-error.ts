/** An error response (status 400 or above); the message is for users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly requestId: string | null;
  /** Seconds from the Retry-After header. */
  readonly retryAfter: number | null;
  readonly isUnverifiedEmail: boolean;
  /** The resource as it is now, if an edit began with an earlier version. */
  readonly current: unknown;

  constructor(answer: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { error, fields, requestId, unverifiedEmail, current } = recordOf(body);
    super(typeof error === 'string' ? error : '');
    this.status = answer.status;
    this.fields = textsOf(fields);
    this.requestId = typeof requestId === 'string' ? requestId : answer.headers.get('x-request-id');
    this.retryAfter = secondsOf(answer.headers.get('retry-after'));
    this.isUnverifiedEmail = unverifiedEmail === true;
    this.current = current;
  }
}

/** No response: no network, a broken connection or a timeout. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/** Whether a retry of the same call may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof OfflineError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}

/** The server's message if it has one. */
export function messageOf(error: unknown, texts: { refused: string; failed: string }): string {
  if (!(error instanceof ApiError)) return texts.failed;
  return error.message || texts.refused;
}

function recordOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function textsOf(fields: unknown): Record<string, string> {
  const entries = Object.entries(recordOf(fields));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) ? seconds : null;
}
