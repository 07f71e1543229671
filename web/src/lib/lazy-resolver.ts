import type { FieldValues, Resolver } from 'react-hook-form';

/** A form resolver that loads its schema on the first submit, because zod is as large as a page. */
export function lazyResolver<Input extends FieldValues, Output extends FieldValues>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolve = await load();
    return resolve(values, context, options);
  };
}
