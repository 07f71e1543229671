import {
  constantText,
  formOf,
  isNullConstant,
  lastName,
  nodeOf,
  withoutCasts,
} from './sql-constants.ts';
import { coversEveryRow } from './sql-opposites.ts';
import { SqlRefusal } from './sql-refusal.ts';
import type { SqlTable } from './sql-tables.ts';
import { type Fields, namesIn } from './sql-tree.ts';

/**
 * Rejects a condition whose form shows that it is the same for every row: `true`, `id = id`, `id IS
 * NOT NULL` where `id` is never null, `email >= ''`, `email ~ ''`, and an OR with such a part. What
 * depends on the data, such as `email LIKE '%@%'`, is shown by the preview of the UPDATE instead.
 */
export function requireCondition(where: unknown, table: SqlTable): void {
  if (!varies(where, { name: table.name, required: new Set(table.required) }))
    throw new SqlRefusal('condition', 'The WHERE must choose rows by one of their columns.');
}

/** The table that is updated, and its columns that are never null. */
type Updated = { name: string; required: ReadonlySet<string> };

/** Whether its value can differ between rows, as far as its form shows. */
function varies(value: unknown, updated: Updated): boolean {
  if (Array.isArray(value)) return value.some((each) => varies(each, updated));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, content]) => {
    const fields = content as Fields;
    if (name === 'ColumnRef') return true;
    if (name === 'SubLink') return doesSubqueryVary(fields, updated);
    if (name === 'BoolExpr') return doesLogicVary(fields, updated);
    if (name === 'A_Expr') return doesComparisonVary(fields, updated);
    if (name === 'FuncCall' && matchesEverything(fields)) return false;
    if (name === 'CaseExpr' && hasOneConstantResult(fields)) return false;
    if (asksForNull(name, fields) && isNeverNull(fields['arg'], updated)) return false;
    return varies(content, updated);
  });
}

function doesLogicVary({ boolop, args }: Fields, updated: Updated): boolean {
  const parts = args as unknown[];
  if (boolop !== 'OR_EXPR') return varies(parts, updated);
  return !coversEveryRow(parts) && parts.every((part) => varies(part, updated));
}

/** Columns inside a subquery do not belong to the updated row. */
function doesSubqueryVary({ subLinkType, testexpr, subselect }: Fields, updated: Updated): boolean {
  const { SelectStmt: query } = nodeOf(subselect);
  const [source, ...sources] = (query?.['fromClause'] ?? []) as unknown[];
  const [target] = (query?.['targetList'] ?? []) as unknown[];
  const isWholeColumn =
    subLinkType === 'ANY_SUBLINK' &&
    sources.length === 0 &&
    nodeOf(source)['RangeVar']?.['relname'] === updated.name &&
    NARROWING.every((clause) => query?.[clause] === undefined) &&
    formOf(nodeOf(target)['ResTarget']?.['val']) === formOf(testexpr);
  if (isWholeColumn && isNeverNull(testexpr, updated)) return false;
  return varies(testexpr, updated);
}

const NARROWING = ['whereClause', 'havingClause', 'limitCount', 'limitOffset', 'groupClause'];

function doesComparisonVary(fields: Fields, updated: Updated): boolean {
  const { kind, name, lexpr, rexpr } = fields;
  const left = formOf(lexpr);
  const items = itemsOf(rexpr);
  const others = items.map(formOf);
  const isBetween = /BETWEEN/.test(String(kind));
  if (isBetween ? others.every((other) => other === left) : others.includes(left)) return false;
  if (/DISTINCT/.test(String(kind))) {
    if (isNullConstant(rexpr) && isNeverNull(lexpr, updated)) return false;
    if (isNullConstant(lexpr) && isNeverNull(rexpr, updated)) return false;
  } else if (items.every(isNullConstant) || isNullConstant(lexpr)) return false;
  const matches = items.map((item) => matchesAnything(lastName(name), constantText(item)));
  if (kind === 'AEXPR_OP_ALL' ? matches.every(Boolean) : matches.some(Boolean)) return false;
  if (isBetween ? isWholeRange(items, lexpr, updated) : isBeyondValues(fields, updated))
    return false;
  if (['true', 'false'].every((each) => items.map(booleanText).includes(each))) return false;
  return varies([lexpr, rexpr], updated);
}

/** Whether a pattern matches every string: `LIKE '%'`, `~ ''`, `~ '^.*$'`, also negated. */
function matchesAnything(operator: string, pattern: string | null): boolean {
  if (pattern === null) return false;
  if (/^!?~~\*?$/.test(operator)) return /^%+$/.test(pattern);
  if (!/^!?~\*?$/.test(operator)) return false;
  const everything = (branch: string) =>
    branch !== '^$' && (/^\^?(?:\(\)|\.\*\??)*\$?$/.test(branch) || OPTIONAL_PARTS.test(branch));
  return everything(pattern) || (!pattern.includes('(') && pattern.split('|').some(everything));
}

/** `a*`, `x?y*`: matches at least the empty string. */
const OPTIONAL_PARTS = /^\^?(?:(?:\\.|[^\\*?+(){}[\]^$|])[*?]\??)+$/;

function matchesEverything({ funcname, args }: Fields): boolean {
  const pattern = constantText(((args ?? []) as unknown[])[1]);
  if (lastName(funcname) === 'starts_with') return pattern === '';
  return lastName(funcname) === 'regexp_like' && matchesAnything('~', pattern);
}

/** Whether no value is beyond a bound: `>= ''`, `'infinity' > created_at`, `length(email) >= 0`. */
function isBeyondValues({ kind, name, lexpr, rexpr }: Fields, updated: Updated): boolean {
  if (kind !== 'AEXPR_OP') return false;
  const operator = namesIn(name).join();
  return (
    (isExtreme(operator, rexpr, lexpr) && isNeverNull(lexpr, updated)) ||
    (isExtreme(FLIPPED[operator] ?? '', lexpr, rexpr) && isNeverNull(rexpr, updated))
  );
}

function isWholeRange([low, high]: unknown[], value: unknown, updated: Updated): boolean {
  return isNeverNull(value, updated) && isExtreme('>=', low, value) && isExtreme('<=', high, value);
}

function isExtreme(operator: string, bound: unknown, value: unknown): boolean {
  const text = constantText(bound);
  if (text === null) return false;
  const { FuncCall: call } = nodeOf(withoutCasts(value));
  if (call && COUNTING.has(lastName(call['funcname'])) && Number(text) <= 0)
    return operator === '>=' || (operator === '>' && Number(text) < 0);
  if (booleanText(bound) !== null) return text === { '>=': 'false', '<=': 'true' }[operator];
  return EXTREMES[operator]?.test(text) ?? false;
}

function booleanText(value: unknown): string | null {
  return nodeOf(value)['A_Const']?.['boolval'] ? constantText(value) : null;
}

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const EXTREMES: Readonly<Record<string, RegExp>> = {
  '>': /^(?:-infinity|[0-]{36})$/i,
  '>=': /^(?:|-infinity|[0-]{36})$/i,
  '<': /^(?:infinity|[f-]{36})$/i,
  '<=': /^(?:infinity|[f-]{36})$/i,
};

/** Never negative. */
const COUNTING: ReadonlySet<string> = new Set(
  'length char_length character_length octet_length position strpos'.split(' '),
);

/** Never null where no argument is null. */
const STRICT: ReadonlySet<string> = new Set([
  ...COUNTING,
  ...'lower upper initcap btrim ltrim rtrim replace reverse left right date_trunc'.split(' '),
]);

function itemsOf(side: unknown): unknown[] {
  const { List: list, A_ArrayExpr: array } = nodeOf(withoutCasts(side));
  const items = list?.['items'] ?? array?.['elements'];
  return Array.isArray(items) ? items : [side];
}

function asksForNull(name: string, { booltesttype }: Fields): boolean {
  return name === 'NullTest' || (name === 'BooleanTest' && /UNKNOWN/.test(String(booltesttype)));
}

function isNeverNull(side: unknown, updated: Updated): boolean {
  if (constantText(side) !== null) return true;
  const node = nodeOf(withoutCasts(side));
  const all = (values: unknown) =>
    ((values ?? []) as unknown[]).every((each) => isNeverNull(each, updated));
  const { ColumnRef: column, A_Expr: expression, BoolExpr: logic, CoalesceExpr: first } = node;
  if (column) return updated.required.has(lastName(column['fields']));
  if (first) return (first['args'] as unknown[]).some((each) => isNeverNull(each, updated));
  if (logic) return all(logic['args']);
  if (node['NullTest'] || node['BooleanTest']) return true;
  if (node['RowExpr']) return all(node['RowExpr']['args']);
  const call = node['FuncCall'];
  if (call) {
    const name = lastName(call['funcname']);
    return name === 'concat' || (STRICT.has(name) && all(call['args']));
  }
  if (!expression || /->|#>/.test(lastName(expression['name']))) return false;
  if (/DISTINCT/.test(String(expression['kind']))) return true;
  if (expression['kind'] === 'AEXPR_NULLIF') return false;
  return all([expression['lexpr'], ...itemsOf(expression['rexpr'])]);
}

function hasOneConstantResult({ args, defresult }: Fields): boolean {
  const results = (args as unknown[]).map((each) => nodeOf(each)['CaseWhen']?.['result']);
  const texts = new Set([...results, defresult].map(constantText));
  return texts.size === 1 && !texts.has(null);
}
