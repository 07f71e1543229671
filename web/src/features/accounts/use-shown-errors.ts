import { useId } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { arrangeErrors } from './form-errors.ts';

/** What goes into the box above a form and what to its fields, and how the two are tied. */
export function useShownErrors(errors: FieldErrors<FieldValues>, requiredText: string) {
  const boxId = useId();
  const { summary, fields, summarised } = arrangeErrors(errors, requiredText);
  function errorsOf(name: string) {
    return { error: fields[name], errorId: summarised.has(name) ? boxId : undefined };
  }
  return { boxId, summary, errorsOf };
}
