import { expect, it } from 'vitest';
import { formatDetails } from './format-details.ts';

it.each([null, undefined, '', {}, [], '{}', 'null'])('%j has nothing to show', (details) => {
  expect(formatDetails(details)).toEqual({ text: null, fault: null });
});

it.each([{ after: { status: 'active' } }, '{"after":{"status":"active"}}'])(
  '%j is shown over several lines',
  (details) => {
    expect(formatDetails(details).text).toBe('{\n  "after": {\n    "status": "active"\n  }\n}');
  },
);

it('says why a text cannot be read', () => {
  const { text, fault } = formatDetails('{oops');
  expect(text).toBeNull();
  expect(fault).toMatch(/^Error parsing details: .+/);
});
