import type { FieldValues, Resolver } from 'react-hook-form';

/** A form's rules that are fetched when it is first sent: zod alone weighs as much as a page. */
export function laterResolver<Input extends FieldValues, Output extends FieldValues>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolve = await load();
    return resolve(values, context, options);
  };
}
