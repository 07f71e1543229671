import type { FieldErrors, FieldValues } from 'react-hook-form';

export type ShownErrors = {
  /** Shown once, in the box above the form. */
  summary: string | null;
  /** Shown at their fields. */
  fields: Record<string, string>;
  /** Fields that the summary covers. */
  summarised: ReadonlySet<string>;
};

/** Summarises missing fields above the form and keeps other errors at their fields. */
export function arrangeErrors(errors: FieldErrors<FieldValues>, requiredText: string): ShownErrors {
  const texts = Object.entries(errors).map(([name, error]) => [name, String(error?.message)]);
  const missing = texts.filter(([, text]) => text === requiredText);
  const own = texts.filter(([, text]) => text !== requiredText);
  return {
    summary: missing.length > 0 ? requiredText : null,
    fields: Object.fromEntries(own),
    summarised: new Set(missing.map(([name]) => String(name))),
  };
}
