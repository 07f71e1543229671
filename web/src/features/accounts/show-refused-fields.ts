import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';

/** Puts what the server says of single fields to these fields, and the focus into the first. */
export function showRefusedFields<Form extends FieldValues>(
  error: Error,
  names: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): void {
  const told = error instanceof ApiError ? error.fields : {};
  const refused = names.filter((name) => told[name]);
  refused.forEach((name, index) => {
    setError(name, { message: told[name] }, { shouldFocus: index === 0 });
  });
}
