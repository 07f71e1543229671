import { scan } from 'libpg-query';
import { FUNCTIONS, TYPES } from './sql-grammar.ts';
import { SQL_TABLES } from './sql-tables.ts';

const LONGEST = 4_000;
const COMMENTS = new Set(['SQL_COMMENT', 'C_COMMENT']);

/**
 * A statement as the log may keep it for ever: keywords, signs and the names that we know ourselves.
 * Everything else, values and comments above all, may be about a person and is a `?`. Null for what
 * is not even words.
 */
export async function wordsOf(query: string): Promise<string | null> {
  try {
    const { tokens } = await scan(query);
    const words = tokens
      .filter(({ tokenName }) => !COMMENTS.has(tokenName))
      .map(({ text, keywordName }) => (isOurs(text, keywordName) ? text : '?'));
    return words.join(' ').slice(0, LONGEST);
  } catch {
    return null;
  }
}

const KNOWN: ReadonlySet<string> = new Set([
  ...SQL_TABLES.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]),
  ...FUNCTIONS,
  ...TYPES,
  // What is worth knowing of a statement that was refused.
  ...['auth', 'catalog', 'payment', 'notification', 'admin', 'backoffice', 'public', 'pg_catalog'],
  ...['information_schema', 'password_hash', 'link_tokens', 'treasure_codes', 'outbox'],
]);

function isOurs(text: string, keyword: string): boolean {
  if (keyword !== 'NO_KEYWORD' || /^[^\p{L}\p{N}_'"$]+$/u.test(text)) return true;
  return KNOWN.has(text.toLowerCase()) || /^pg_[a-z_]+$/.test(text);
}
