import { scan } from 'libpg-query';
import { FUNCTIONS, TYPES } from './sql-grammar.ts';
import { SQL_TABLES } from './sql-tables.ts';

const MAX_LENGTH = 4_000;
const COMMENTS = new Set(['SQL_COMMENT', 'C_COMMENT']);

/**
 * Redacts a statement for the activity log, which is kept forever: keeps keywords, punctuation and
 * known names. Everything else, such as values, may be personal data and becomes `?`; comments are
 * dropped. Null if the statement cannot be tokenised.
 */
export async function redactStatement(query: string): Promise<string | null> {
  try {
    const { tokens } = await scan(query);
    const words = tokens
      .filter(({ tokenName }) => !COMMENTS.has(tokenName))
      .map(({ text, keywordName }) => (isKnown(text, keywordName) ? text : '?'));
    return words.join(' ').slice(0, MAX_LENGTH);
  } catch {
    return null;
  }
}

const KNOWN: ReadonlySet<string> = new Set([
  ...SQL_TABLES.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]),
  ...FUNCTIONS,
  ...TYPES,
  // Names that make the log of a refused statement useful.
  ...['auth', 'catalog', 'payment', 'notification', 'admin', 'backoffice', 'public', 'pg_catalog'],
  ...['information_schema', 'password_hash', 'link_tokens', 'treasure_codes', 'outbox'],
]);

function isKnown(text: string, keyword: string): boolean {
  if (keyword !== 'NO_KEYWORD' || /^[^\p{L}\p{N}_'"$]+$/u.test(text)) return true;
  return KNOWN.has(text.toLowerCase()) || /^pg_[a-z_]+$/.test(text);
}
