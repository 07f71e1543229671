import { AppError } from '@cairn/service-kit/errors.ts';

/** The cause for the activity log, which must not contain personal data. */
export type RefusalCause =
  | 'syntax'
  | 'complexity'
  | 'statements'
  | 'form'
  | 'table'
  | 'column'
  | 'function'
  | 'type'
  | 'operator'
  | 'condition'
  | 'size'
  | 'row_count'
  | 'timeout'
  | 'busy'
  | 'database';

/** A statement that is not run or is rolled back. */
export class SqlRefusal extends AppError {
  override name = 'SqlRefusal';
  readonly refusal: RefusalCause;
  /** The SQLSTATE if the database refused the statement. */
  readonly sqlState: string | null;

  constructor(
    refusal: RefusalCause,
    message: string,
    options: {
      status?: 400 | 409 | 429;
      headers?: Record<string, string>;
      sqlState?: string;
      cause?: unknown;
    } = {},
  ) {
    const { status = 400, sqlState = null, headers, cause } = options;
    super(message, { code: `sql_${refusal}`, status, cause, ...(headers ? { headers } : {}) });
    this.refusal = refusal;
    this.sqlState = sqlState;
  }
}
