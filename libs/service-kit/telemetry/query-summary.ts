const LITERAL = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g;
const OPERATION = /\b(select|insert|update|delete|begin|commit|rollback|savepoint|listen|set)\b/i;
const TABLE = /\b(?:from|into|update|join)\s+(?!select\b|set\b|lateral\b)([a-z_][\w.]*)/gi;
const MAX_TABLES = 3;

/**
 * Operation and tables of a statement (`db.query.summary`), such as `SELECT purchases users`. The text
 * itself is not exported: the SQL tool's statements contain values.
 */
export function summariseQuery(text: string): string {
  const plain = text.replace(LITERAL, '?');
  const operation = OPERATION.exec(plain)?.[1]?.toUpperCase() ?? 'SQL';
  const tables = new Set([...plain.matchAll(TABLE)].map(([, table]) => table));
  return [operation, ...[...tables].slice(0, MAX_TABLES)].join(' ');
}
