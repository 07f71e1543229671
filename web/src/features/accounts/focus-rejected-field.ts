import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';

/** Focuses the first field that the server's error names. */
export function focusRejectedField<Form extends FieldValues>(
  error: Error,
  names: readonly Path<Form>[],
  setFocus: UseFormSetFocus<Form>,
): void {
  const refused = error instanceof ApiError ? error.fields : {};
  const first = names.find((name) => refused[name]);
  if (first) setFocus(first);
}
