import { expect, it } from 'vitest';
import { summariseQuery } from './query-summary.ts';

it.each([
  ['SELECT id FROM purchases WHERE id = $1', 'SELECT purchases'],
  ['INSERT INTO outbox (id) VALUES ($1)', 'INSERT outbox'],
  ['UPDATE users SET name = $1', 'UPDATE users'],
  [
    'WITH due AS (SELECT 1 FROM deliveries) UPDATE deliveries d SET x = 1 FROM due',
    'SELECT deliveries due',
  ],
  ["SELECT 'from secrets' -- from comments\n FROM users", 'SELECT users'],
  ["SELECT $$ it's from secrets $$ FROM backoffice.users", 'SELECT backoffice.users'],
  ['BEGIN', 'BEGIN'],
  ['VACUUM', 'SQL'],
])('%s is summarised as %s', (text, summary) => {
  expect(summariseQuery(text)).toBe(summary);
});
