import { useId } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';
import { arrangeErrors } from './form-errors.ts';

/**
 * Distributes errors between the box above a form and its fields. A server error is shown in the box and
 * linked to the fields that it names.
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
    const isShownInBox = summarised.has(name) || name in refused;
    return { error: fields[name], errorId: isShownInBox ? boxId : undefined };
  }
  return { boxId, summary, errorsOf };
}
