import { parse } from 'libpg-query';
import { requireCondition } from './sql-condition.ts';
import {
  EXPRESSION_KINDS,
  FUNCTIONS,
  OPERATORS,
  ROW_FUNCTIONS,
  TYPES,
  VALUE_FUNCTIONS,
} from './sql-grammar.ts';
import { checkMemory } from './sql-memory.ts';
import { SqlRefusal } from './sql-refusal.ts';
import { checkRelations } from './sql-relations.ts';
import { findTable, SQL_TABLES, type SqlTable } from './sql-tables.ts';
import { type Fields, namesIn, type SqlNode, unwrap, walk } from './sql-tree.ts';

export type CheckedStatement =
  | { kind: 'select'; text: string }
  | { kind: 'update'; text: string; table: SqlTable; columns: string[] };

/**
 * Accepts one SELECT or UPDATE that consists of allowed nodes, tables, columns, functions, operators
 * and types only. Throws SqlRefusal for everything else.
 */
export async function checkStatement(query: string): Promise<CheckedStatement> {
  try {
    return check(query, await parse(query));
  } catch (error) {
    if (error instanceof SqlRefusal) throw error;
    if (error instanceof Error && error.name === 'SqlError')
      throw new SqlRefusal('syntax', error.message, { cause: error });
    // Too deeply nested: parsing exhausted the stack.
    throw new SqlRefusal('complexity', 'This statement is too complex.', { cause: error });
  }
}

/** False also for statements that `checkStatement` refuses. */
export async function isUpdate(query: string): Promise<boolean> {
  const statement = await checkStatement(query).catch((error: unknown) => {
    if (error instanceof SqlRefusal) return null;
    throw error;
  });
  return statement?.kind === 'update';
}

type ParsedStatement = { stmt?: unknown; stmt_location?: number; stmt_len?: number };

function check(query: string, parsed: { stmts?: ParsedStatement[] }): CheckedStatement {
  const [statement, ...others] = parsed.stmts ?? [];
  if (!statement?.stmt || others.length > 0)
    throw new SqlRefusal('statements', 'Write exactly one statement.');
  const root = unwrap(statement.stmt);
  if (root.name !== 'SelectStmt' && root.name !== 'UpdateStmt')
    throw new SqlRefusal('form', 'Only SELECT and UPDATE are allowed.');
  const nodes = [...walk(root)];
  const names = namesMadeBy(nodes);
  for (const node of nodes) checkNode(node, names);
  checkRelations(root);
  checkMemory(root);
  const text = textOf(query, statement);
  if (root.name === 'SelectStmt') return { kind: 'select', text };
  return { kind: 'update', text, ...checkUpdate(root.fields) };
}

/** Names that the statement defines itself, in addition to tables and their columns. */
type Names = { queries: Set<string>; columns: Set<string> };

function namesMadeBy(nodes: SqlNode[]): Names {
  const names: Names = { queries: new Set(), columns: new Set(COLUMNS) };
  for (const { name, fields } of nodes) {
    if (name === 'CommonTableExpr') {
      names.queries.add(String(fields['ctename']));
      for (const column of namesIn(fields['aliascolnames'])) names.columns.add(column);
    }
    if (name === 'Alias') {
      names.columns.add(String(fields['aliasname']));
      for (const column of namesIn(fields['colnames'])) names.columns.add(column);
    }
    if (name === 'ResTarget' && fields['name']) names.columns.add(String(fields['name']));
  }
  return names;
}

const COLUMNS = SQL_TABLES.flatMap(({ name, columns }) => [
  name,
  ...columns.map((column) => column.name),
]);

/** The column name that Postgres gives to an unnamed expression: `SELECT count(*)` → `count`. */
const IMPLICIT = new Set([...FUNCTIONS, ...TYPES, 'case', 'coalesce', 'nullif', 'exists']);

function checkNode({ name, fields }: SqlNode, names: Names): void {
  if (name === 'ColumnRef') checkColumn(namesIn(fields['fields']), names);
  if (name === 'FuncCall') {
    checkName(namesIn(fields['funcname']), { kind: 'function', known: FUNCTIONS });
  }
  if (name === 'TypeName') checkName(namesIn(fields['names']), { kind: 'type', known: TYPES });
  if (name === 'A_Expr' || name === 'SubLink') checkOperator(fields);
  if (name === 'SQLValueFunction' && !VALUE_FUNCTIONS.has(String(fields['op'])))
    throw new SqlRefusal('function', 'Who is connected is not shown.');
  if (name === 'CommonTableExpr') checkCommonTable(fields);
}

/** A WITH query must not shadow a system table or an allowed table. */
function checkCommonTable({ ctename, ctequery }: Fields): void {
  if (/^pg_/i.test(String(ctename)))
    throw new SqlRefusal('table', 'Names that begin with pg_ are Postgres’ own.');
  if (findTable(String(ctename)))
    throw new SqlRefusal('table', `${String(ctename)} is a table: give the query another name.`);
  if (unwrap(ctequery).name !== 'SelectStmt')
    throw new SqlRefusal('form', 'Only SELECT is allowed in WITH.');
}

function checkColumn(parts: string[], { columns, queries }: Names): void {
  const last = parts.at(-1) ?? '';
  const isKnown = last === '*' || columns.has(last) || queries.has(last) || IMPLICIT.has(last);
  const isCall = parts.length === 2 && ROW_FUNCTIONS.has(last);
  if (!isKnown || isCall || parts.length > 2)
    throw new SqlRefusal('column', `There is no column ${last} here.`);
}

function checkName(
  parts: string[],
  { kind, known }: { kind: 'function' | 'type'; known: ReadonlySet<string> },
): void {
  const last = parts.at(-1) ?? '';
  const isPlain = parts.length === 1 || (parts.length === 2 && parts[0] === 'pg_catalog');
  if (!isPlain || !known.has(last))
    throw new SqlRefusal(kind, `The ${kind} ${last} is not allowed here.`);
}

function checkOperator({ kind, name, operName }: Fields): void {
  const parts = namesIn(name ?? operName);
  const isKnown = parts.length === 0 || (parts.length === 1 && OPERATORS.has(parts[0] ?? ''));
  if (!isKnown || (kind !== undefined && !EXPRESSION_KINDS.has(String(kind))))
    throw new SqlRefusal('operator', `The operator ${parts.join('.')} is not allowed here.`);
}

function checkUpdate({ relation, targetList, whereClause }: Fields) {
  const table = findTable(String((relation as Fields)['relname']));
  if (!table) throw new SqlRefusal('table', 'There is no such table here.');
  const columns = (targetList as unknown[]).map((target) => String(unwrap(target).fields['name']));
  for (const column of columns) {
    const known = table.columns.find(({ name }) => name === column);
    if (!known?.updatable)
      throw new SqlRefusal(
        'column',
        [`${table.name}.${column} cannot be changed here.`, known?.reason]
          .filter(Boolean)
          .join(' '),
      );
  }
  if (!whereClause) throw new SqlRefusal('condition', 'An UPDATE needs a WHERE.');
  requireCondition(whereClause, table);
  return { table, columns };
}

/** The statement without its semicolon and the text after it; Postgres counts in bytes. */
function textOf(query: string, { stmt_location: start = 0, stmt_len: length }: ParsedStatement) {
  const bytes = Buffer.from(query);
  return bytes.subarray(start, length ? start + length : bytes.length).toString();
}
