/** An answer of 400 and more; the message is meant for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly requestId: string | null;
  /** Seconds to wait, where the answer says so. */
  readonly retryAfter: number | null;
  readonly isUnverifiedEmail: boolean;

  constructor(answer: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { error, fields, requestId, unverifiedEmail } = recordOf(body);
    super(typeof error === 'string' ? error : '');
    this.status = answer.status;
    this.fields = textsOf(fields);
    this.requestId = typeof requestId === 'string' ? requestId : answer.headers.get('x-request-id');
    this.retryAfter = secondsOf(answer.headers.get('retry-after'));
    this.isUnverifiedEmail = unverifiedEmail === true;
  }
}

/** No answer at all: no network, a cut connection, or none within the time. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/** Whether the same call may well succeed in a moment. */
export function isTransient(error: unknown): boolean {
  if (error instanceof OfflineError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}

/** The server's own words where it has some. */
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
