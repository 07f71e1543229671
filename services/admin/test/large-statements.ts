const TEN = '(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))';

/** Would use hundreds of megabytes in the database. Only the parser rejects them. */
export const TOO_LARGE: readonly string[] = [
  'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  'WITH RECURSIVE n AS (SELECT 1 AS i) SELECT i FROM n',
  "WITH RECURSIVE n (t) AS (SELECT 'x' UNION ALL SELECT t || t FROM n) SELECT length(t) FROM n",
  `WITH s0 AS (SELECT 'x${'x'.repeat(1_000)}' AS t), ${doublings(20)} SELECT length(t) FROM s20`,
  `WITH s0 (t) AS (VALUES ('x${'x'.repeat(1_000)}')), ${doublings(20)} SELECT length(t) FROM s20`,
  `SELECT length(t) FROM ${Array.from({ length: 20 }).reduce<string>((inner) => `(SELECT concat(t, t) AS t FROM ${inner}) AS s`, `(SELECT '${'x'.repeat(1_000)}' AS t) AS s`)}`,
  `SELECT length(concat) FROM ${Array.from({ length: 19 }).reduce<string>((inner) => `(SELECT concat(concat, concat) FROM ${inner}) AS s`, `(SELECT concat('${'x'.repeat(1_000)}')) AS s`)}`,
  `SELECT length(replace('${'a'.repeat(9_000)}', 'a', '${'b'.repeat(9_000)}'))`,
  `SELECT length(regexp_replace('${'a'.repeat(9_000)}', '.', '${'b'.repeat(9_000)}', 'g'))`,
  `SELECT ${'ROW('.repeat(30)}'"'${'::text)'.repeat(30)}`,
  "SELECT string_agg(a.email, '') FROM users AS a, users AS b",
  'SELECT array_agg(a.email) FROM users AS a, users AS b',
  'SELECT json_agg(a) FROM users AS a, users AS b',
  'SELECT jsonb_agg(a) FROM users AS a, users AS b',
  'SELECT json_object_agg(a.id, b.id) FROM users AS a, users AS b',
  'SELECT jsonb_object_agg(a.id, b.id) FROM users AS a, users AS b',
  'SELECT ARRAY(SELECT a.email FROM users AS a, users AS b)',
  `SELECT 1 WHERE 'x' NOT IN (SELECT a.email FROM users AS a, users AS b)`,
  `SELECT 1 WHERE 'x' NOT IN (SELECT email FROM (SELECT a.email FROM users AS a, users AS b) AS c)`,
  `SELECT 1 WHERE 1 NOT IN (WITH c AS (SELECT 1) SELECT 1 FROM c)`,
  'WITH users AS (SELECT a.email FROM recipients AS a, recipients AS b) SELECT 1 WHERE $$x$$ NOT IN (SELECT email FROM users)',
  `SELECT 1 WHERE 'x' NOT IN (SELECT email || '${'x'.repeat(9_000)}' FROM users)`,
  `SELECT ${Array.from({ length: 60 }, () => 'count(DISTINCT email)').join(', ')} FROM users`,
  `SELECT count(*) FROM ${Array.from({ length: 60 }, (_, n) => `users AS u${n}`).join(', ')}`,
  `SELECT count(*) FROM ${Array.from({ length: 60 }, (_, n) => `${TEN} AS t${n}`).join(', ')}`,
];

function doublings(count: number): string {
  const names = Array.from({ length: count }, (_, index) => index + 1);
  return names.map((n) => `s${n} AS (SELECT t || t AS t FROM s${n - 1})`).join(', ');
}
