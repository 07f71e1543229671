import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';

/** Into the first field that the server's refusal speaks of. */
export function focusRefused<Form extends FieldValues>(
  error: Error,
  names: readonly Path<Form>[],
  setFocus: UseFormSetFocus<Form>,
): void {
  const refused = error instanceof ApiError ? error.fields : {};
  const first = names.find((name) => refused[name]);
  if (first) setFocus(first);
}
