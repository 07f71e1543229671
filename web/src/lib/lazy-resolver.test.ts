import type { Resolver, ResolverOptions } from 'react-hook-form';
import { expect, it } from 'vitest';
import { lazyResolver } from './lazy-resolver.ts';

type Form = { email: string; password: string };

const VALUES: Form = { email: 'ann@example.com', password: 'a password' };
const OPTIONS: ResolverOptions<Form> = { fields: {}, shouldUseNativeValidation: false };
const accept: Resolver<Form, unknown, Form> = (values) => ({ values, errors: {} });

it('a schema that cannot be loaded is an error of the first field until it is loaded', async () => {
  let isOnline = false;
  const resolver = lazyResolver<Form, Form>(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return accept;
  });
  const refused = await resolver(VALUES, undefined, OPTIONS);
  expect(refused.values).toEqual({});
  expect(Object.keys(refused.errors)).toEqual(['email']);
  expect(refused.errors).toMatchObject({ email: { message: expect.stringContaining('online') } });
  isOnline = true;
  expect(await resolver(VALUES, undefined, OPTIONS)).toEqual({ values: VALUES, errors: {} });
});
