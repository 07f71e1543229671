/**
 * An error whose text may reach the client: a stable code for programs, a status, and a text for
 * people.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: string;
  readonly status: number;
  /** Texts by field name. */
  readonly fields: Record<string, string> | undefined;
  /** Additional fields for the body of the answer. */
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    message: string,
    options: {
      code: string;
      status: number;
      fields?: Record<string, string>;
      details?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.code = options.code;
    this.status = options.status;
    this.fields = options.fields;
    this.details = options.details;
    this.headers = options.headers;
  }
}

export class InvalidInputError extends AppError {
  constructor(message: string, fields?: Record<string, string>) {
    super(message, { code: 'invalid_input', status: 400, ...(fields ? { fields } : {}) });
  }
}

export class UnauthenticatedError extends AppError {
  constructor(message = 'Please log in again.') {
    super(message, {
      code: 'unauthenticated',
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}

export class ForbiddenError extends AppError {
  constructor(message = 'You are not allowed to do this.', details?: Record<string, unknown>) {
    super(message, { code: 'forbidden', status: 403, ...(details ? { details } : {}) });
  }
}

export class NotFoundError extends AppError {
  constructor(message = 'Not found.') {
    super(message, { code: 'not_found', status: 404 });
  }
}

export class ConflictError extends AppError {
  constructor(message: string) {
    super(message, { code: 'conflict', status: 409 });
  }
}

/** The If-Match of an edit is not the resource's version; the answer has the resource as `current`. */
export class VersionConflictError extends AppError {
  constructor(current: { version: number }) {
    const message = 'Somebody else has changed this since you opened it. Nothing was saved.';
    super(message, { code: 'version_conflict', status: 409, details: { current } });
  }
}

/** Another service or a provider is unavailable (502, 503) or slow (504). */
export class UpstreamError extends AppError {
  constructor(message: string, options: { status: 502 | 503 | 504; cause?: unknown }) {
    super(message, { code: 'upstream', ...options });
  }
}
