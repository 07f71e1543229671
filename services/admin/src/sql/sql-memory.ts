import { FUNCTIONS, TYPES } from './sql-grammar.ts';
import { SqlRefusal } from './sql-refusal.ts';
import { withQueriesOf } from './sql-relations.ts';
import { findTable } from './sql-tables.ts';
import { childrenOf, type Fields, namesIn, type SqlNode, unwrap, walk } from './sql-tree.ts';

/** Each may use a sort or hash table of `work_mem`. */
const MAX_QUERY_PARTS = 50;
/** Bytes of all values that a statement may compute for one row. */
const MAX_ROW_BYTES = 32_000_000;
/** Assumed bytes of a table's column. */
const COLUMN_BYTES = 20_000;
/** Length of the longest numeric as text. */
const NUMERIC_BYTES = 150_000;

/**
 * Rejects statements that could make Postgres use much memory (decision 016): `work_mem` and
 * `temp_file_limit` bound sorts and hash tables, but neither their number nor the size of a value.
 */
export function checkMemory(root: SqlNode): void {
  const nodes = [...walk(root)];
  if (nodes.filter(isQueryPart).length > MAX_QUERY_PARTS)
    throw new SqlRefusal('complexity', 'This statement is too complex.');
  for (const { name, fields } of nodes) if (name === 'SubLink') checkSubquery(fields);
  const sizes = new RowSizes();
  if (root.name === 'SelectStmt') sizes.ofQuery(root);
  else sizes.ofAll(childrenOf(root));
}

function isQueryPart({ name, fields }: SqlNode): boolean {
  if (name === 'FuncCall')
    return ['agg_distinct', 'agg_order', 'agg_within_group', 'over'].some((part) => fields[part]);
  return name === 'SelectStmt' || name === 'RangeVar';
}

/** Postgres may hash the rows of such a subquery in memory, without spilling to disk. */
function checkSubquery({ subLinkType, subselect }: Fields): void {
  if (subLinkType === 'EXPR_SUBLINK') return;
  if (subLinkType === 'ARRAY_SUBLINK')
    throw new SqlRefusal('form', 'ARRAY of a subquery is not supported.');
  const query = unwrap(subselect);
  const sources = (query.fields['fromClause'] ?? []) as unknown[];
  const areTables = sources.map(unwrap).every(({ name, fields }) => {
    return name === 'RangeVar' && findTable(String(fields['relname'])) !== null;
  });
  const isSimple = sources.length <= 1 && areTables && withQueriesOf(query).length === 0;
  if (!isSimple || (query.fields['op'] !== undefined && query.fields['op'] !== 'SETOP_NONE'))
    throw new SqlRefusal('form', 'A subquery in IN, ANY, ALL or EXISTS may read one table only.');
  const columns = ((query.fields['targetList'] ?? []) as unknown[]).length;
  if (new RowSizes().ofQuery(query) > columns * COLUMN_BYTES + 1_000)
    throw new SqlRefusal('size', 'A subquery in IN, ANY, ALL or EXISTS may select columns only.');
}

/** Upper bounds of the bytes of values. Column names are looked up without their scope: the largest counts. */
class RowSizes {
  readonly #byName = new Map<string, number>();
  #total = 0;

  /** Bytes of one row of the result. */
  ofQuery(query: SqlNode): number {
    for (const { fields } of withQueriesOf(query)) {
      const rows = this.ofQuery(unwrap(fields['ctequery']));
      this.#name(String(fields['ctename']), namesIn(fields['aliascolnames']), rows);
    }
    const { fields } = query;
    const sides = [fields['larg'], fields['rarg']].filter((side) => side !== undefined);
    const fromSides = sides.map((side) =>
      this.ofQuery({ name: 'SelectStmt', fields: side as Fields }),
    );
    const sources = ((fields['fromClause'] ?? []) as unknown[]).map(unwrap);
    const row = sum(sources.map((source) => this.#ofSource(source)));
    const targets = ((fields['targetList'] ?? []) as unknown[]).map(unwrap);
    const selected = sum(targets.map((target) => this.#ofTarget(target, row)));
    this.ofAll(
      childrenOf(query).filter(
        ({ name }) => !['ResTarget', 'WithClause', 'SelectStmt'].includes(name) && !isSource(name),
      ),
    );
    const values = sum(
      ((fields['valuesLists'] ?? []) as unknown[]).map((list) => this.#of(unwrap(list))),
    );
    return Math.max(selected, values, ...fromSides);
  }

  ofAll(nodes: SqlNode[]): number {
    return sum(nodes.map((node) => this.#of(node)));
  }

  #ofSource({ name, fields }: SqlNode): number {
    const alias = fields['alias'] as Fields | undefined;
    const columns = namesIn(alias?.['colnames']);
    let row = COLUMN_BYTES;
    if (name === 'RangeVar') row = this.#byName.get(String(fields['relname'])) ?? COLUMN_BYTES;
    if (name === 'RangeSubselect') row = this.ofQuery(unwrap(fields['subquery']));
    if (name === 'JoinExpr') {
      row = this.#ofSource(unwrap(fields['larg'])) + this.#ofSource(unwrap(fields['rarg']));
      if (fields['quals']) this.#of(unwrap(fields['quals']));
    }
    if (alias) this.#name(String(alias['aliasname']), columns, row);
    return row;
  }

  #ofTarget({ fields }: SqlNode, row: number): number {
    if (fields['val'] === undefined) return 0;
    const value = unwrap(fields['val']);
    const parts = value.name === 'ColumnRef' ? namesIn(value.fields['fields']) : [];
    if (parts.at(-1) === '*') return this.#add(row);
    const size = this.#of(value);
    this.#name(String(fields['name'] ?? parts.at(-1) ?? UNNAMED), [], size);
    return size;
  }

  /** Keeps the larger size. The columns of an alias are counted as the whole row. */
  #name(name: string, columns: string[], size: number): void {
    for (const each of [name, ...columns])
      this.#byName.set(each, Math.max(size, this.#byName.get(each) ?? 0));
  }

  #of(node: SqlNode): number {
    return this.#add(this.#measure(node));
  }

  #add(size: number): number {
    this.#total += size;
    if (this.#total > MAX_ROW_BYTES)
      throw new SqlRefusal('size', 'This statement could make values that are too large.');
    return size;
  }

  #measure(node: SqlNode): number {
    const { name, fields } = node;
    if (name === 'ColumnRef') return this.#ofColumn(namesIn(fields['fields']));
    if (name === 'A_Const') return constantBytes(fields);
    if (name === 'SubLink') {
      const tested = fields['testexpr'] ? this.#of(unwrap(fields['testexpr'])) : 0;
      return tested + this.ofQuery(unwrap(fields['subselect']));
    }
    if (name === 'FuncCall') return this.#ofCall(fields);
    const parts = this.ofAll(childrenOf(node));
    // A quote within a quoted value is doubled.
    if (name === 'RowExpr' || name === 'A_ArrayExpr') return 2 * parts + 32;
    if (name === 'TypeCast') return castBytes(fields, parts);
    return parts;
  }

  #ofColumn(parts: string[]): number {
    const last = parts.at(-1) ?? '';
    const unnamed = IMPLICIT.has(last) ? (this.#byName.get(UNNAMED) ?? 0) : 0;
    return Math.max(this.#byName.get(last) ?? COLUMN_BYTES, unnamed);
  }

  #ofCall(fields: Fields): number {
    const name = namesIn(fields['funcname']).at(-1) ?? '';
    const [text = 0, pattern = 0, replacement = 0, ...others] = (
      (fields['args'] ?? []) as unknown[]
    ).map((arg) => this.#of(unwrap(arg)));
    this.ofAll(childrenOf({ name: 'FuncCall', fields: { ...fields, args: [] } }));
    if (name === 'replace' || name === 'regexp_replace') return text + 2 * (text + 1) * replacement;
    const all = text + pattern + replacement + sum(others);
    return name === 'to_char' ? 16 * all : all;
  }
}

const UNNAMED = '';

/** Names that Postgres gives to unnamed expressions. */
const IMPLICIT = new Set([...FUNCTIONS, ...TYPES, 'case', 'coalesce', 'nullif', 'exists']);

function isSource(name: string): boolean {
  return ['RangeVar', 'RangeSubselect', 'JoinExpr'].includes(name);
}

function constantBytes({ sval, fval }: Fields): number {
  const number = String((fval as Fields | undefined)?.['fval'] ?? '');
  if (/e/i.test(number)) return NUMERIC_BYTES;
  const text = String((sval as Fields | undefined)?.['sval'] ?? number);
  return 32 + Buffer.byteLength(text);
}

function castBytes({ typeName }: Fields, size: number): number {
  const type = namesIn((typeName as Fields)['names']).at(-1) ?? '';
  if (type === 'numeric' || type === 'decimal') return Math.max(size, NUMERIC_BYTES);
  return /^jsonb?$/.test(type) ? 16 * size : size;
}

function sum(sizes: number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
