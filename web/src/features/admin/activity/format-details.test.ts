import { expect, it } from 'vitest';
import { formatDetails } from './format-details.ts';

it.each([null, undefined, '', {}, [], '{}', 'null'])(
  'returns no text and no error for %j',
  (details) => {
    expect(formatDetails(details)).toEqual({ text: null, error: null });
  },
);

it.each([{ after: { status: 'active' } }, '{"after":{"status":"active"}}'])(
  'formats %j over several lines',
  (details) => {
    expect(formatDetails(details).text).toBe('{\n  "after": {\n    "status": "active"\n  }\n}');
  },
);

it('returns the parse error for invalid JSON text', () => {
  const { text, error } = formatDetails('{oops');
  expect(text).toBeNull();
  expect(error).toMatch(/^Error parsing details: .+/);
});
