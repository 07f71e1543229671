import type { FieldErrors, FieldValues } from 'react-hook-form';

export type ShownErrors = {
  /** Told once, in the box above the form. */
  summary: string | null;
  /** Told at their fields. */
  fields: Record<string, string>;
  /** Fields that the summary speaks of. */
  summarised: ReadonlySet<string>;
};

/** What several fields lack is said once above the form, what one field has wrong is said there. */
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
