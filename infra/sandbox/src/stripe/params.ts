import { z } from 'zod';
import { invalidRequest, type StripeErrorBody, type StripeRefusal } from './refusal.ts';

/** Parse form-encoded strings; failures have Stripe's error messages. */
export const integer = z.string().transform((value, context) => {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  context.addIssue(issue(`Invalid integer: ${value}`, 'parameter_invalid_integer'));
  return z.NEVER;
});

export const positive = integer.superRefine((value, context) => {
  if (value >= 1) return;
  const message = 'This value must be greater than or equal to 1.';
  context.addIssue(issue(message, 'parameter_invalid_integer'));
});

export const flag = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true';
  context.addIssue(issue(`Invalid boolean: ${value}`));
  return z.NEVER;
});

export const text = z.string().superRefine((value, context) => {
  if (value === '') context.addIssue(issue('empty', 'parameter_invalid_empty'));
});

export const expand = z.array(text).optional();

export const email = text.refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
  params: { code: 'email_invalid' },
  error: (problem) => `Invalid email address: ${String(problem.input)}`,
});

export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((value) => Object.keys(value).length <= 50, 'You cannot set more than 50 metadata keys.');

export function issue(message: string, code?: string) {
  return { code: 'custom' as const, message, params: code ? { code } : {} };
}

export function readParams<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw first ? refusalOf(first, params) : invalidRequest('Invalid request.');
}

function refusalOf(problem: z.core.$ZodIssue, params: unknown): StripeRefusal {
  if (problem.code === 'invalid_union') {
    const inner = problem.errors.at(-1)?.[0];
    if (inner) return refusalOf({ ...inner, path: [...problem.path, ...inner.path] }, params);
  }
  const path = problem.path.map(String);
  const param = bracketed(path);
  if (problem.code === 'unrecognized_keys') {
    const unknown = bracketed([...path, problem.keys[0] ?? '']);
    return refuse(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  }
  if (valueAt(params, path) === undefined) {
    return refuse(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
  if (problem.code === 'invalid_value') {
    const allowed = problem.values.map(String).join(', ');
    return refuse(`Invalid ${param}: must be one of ${allowed}`, param);
  }
  const code = problem.code === 'custom' ? problem.params?.['code'] : undefined;
  if (code === 'parameter_invalid_empty') return refuse(emptyText(param), param, code);
  return refuse(problem.message, param, typeof code === 'string' ? code : undefined);
}

function refuse(message: string, param: string, code?: string): StripeRefusal {
  const details: Partial<StripeErrorBody> = { param, ...(code ? { code } : {}) };
  return invalidRequest(message, details);
}

function emptyText(param: string): string {
  return (
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a ` +
    `parameter; however '${param}' cannot be unset. You should remove '${param}' from your request ` +
    'or supply a non-empty value.'
  );
}

function bracketed([first = '', ...rest]: string[]): string {
  return first + rest.map((part) => `[${part}]`).join('');
}

function valueAt(params: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    params,
  );
}
