import { useId } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';
import { arrangeErrors } from './form-errors.ts';

/**
 * What goes into the red box above a form and what to its fields. The server's refusal is told in
 * the box; the fields that it speaks of are tied to it.
 */
export function useShownErrors(
  errors: FieldErrors<FieldValues>,
  refusal: Error | null,
  requiredText: string,
) {
  const boxId = useId();
  const { summary, fields, summarised } = arrangeErrors(errors, requiredText);
  const refused = refusal instanceof ApiError ? refusal.fields : {};
  function errorsOf(name: string) {
    const isToldInBox = summarised.has(name) || name in refused;
    return { error: fields[name], errorId: isToldInBox ? boxId : undefined };
  }
  return { boxId, summary, errorsOf };
}
