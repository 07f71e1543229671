import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/**
 * A form resolver that loads its schema on the first submit, because zod is as large as a page. If it
 * cannot be loaded, the first field says so, and the next submit tries again.
 */
export function lazyResolver<Input extends FieldValues, Output extends FieldValues>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolve = await load().catch(() => null);
    if (resolve) return resolve(values, context, options);
    const [name = 'root'] = Object.keys(values);
    const error = { type: 'unavailable', message: NOT_CHECKED };
    return { values: {}, errors: { [name]: error } as FieldErrors<Input> };
  };
}

const NOT_CHECKED =
  'Cairn could not check the form. Are you online? Try again, or load the page again.';
