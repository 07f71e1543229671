import { SqlRefusal } from './sql-refusal.ts';
import { type Fields, namesIn } from './sql-tree.ts';

/**
 * Refuses conditions that every row or none fulfils for sure, such as `true`, `1 = 1`, `id = id`,
 * `id IS NOT NULL` where `id` is never null, `email >= ''`, and whatever is joined to them by OR. No
 * form tells all of them: the preview of an UPDATE says where it is about every row, and asks.
 */
export function requireCondition(where: unknown, required: readonly string[]): void {
  if (!varies(where, new Set(required)))
    throw new SqlRefusal('condition', 'The WHERE must choose rows by one of their columns.');
}

/** Columns that are never null. */
type Required = ReadonlySet<string>;

/** Whether it can be one thing for one row and another for another, as far as its form tells. */
function varies(value: unknown, required: Required): boolean {
  if (Array.isArray(value)) return value.some((each) => varies(each, required));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, fields]) => {
    if (name === 'ColumnRef') return true;
    // Columns of a query within are not the row's.
    if (name === 'SubLink') return varies((fields as Fields)['testexpr'], required);
    if (name === 'BoolExpr') return doesLogicVary(fields as Fields, required);
    if (name === 'A_Expr') return doesComparisonVary(fields as Fields, required);
    if (asksForNull(name, fields as Fields) && isRequired((fields as Fields)['arg'], required))
      return false;
    return varies(fields, required);
  });
}

function doesLogicVary({ boolop, args }: Fields, required: Required): boolean {
  const parts = args as unknown[];
  if (boolop !== 'OR_EXPR') return varies(parts, required);
  const forms = new Set(parts.map(formOf));
  const isCovered = parts.some((part) => forms.has(formOf(oppositeOf(part))));
  return !isCovered && parts.every((part) => varies(part, required));
}

function doesComparisonVary({ kind, name, lexpr, rexpr }: Fields, required: Required): boolean {
  const left = formOf(lexpr);
  const others = itemsOf(rexpr).map(formOf);
  const isSame = /BETWEEN/.test(String(kind))
    ? others.every((other) => other === left)
    : others.includes(left);
  if (
    isSame ||
    (/LIKE/.test(String(kind)) && /^{"A_Const":{"sval":{"sval":"%+"}}}$/.test(others.join()))
  )
    return false;
  if (kind === 'AEXPR_OP' && isRequired(lexpr, required) && isExtreme(name, rexpr)) return false;
  return varies([lexpr, rexpr], required);
}

/** Whether no value is beyond it: `>= ''`, `< 'infinity'`. */
function isExtreme(name: unknown, side: unknown): boolean {
  const value = /^{"A_Const":{"sval":(?:{"sval":"(.*)"}|{})}}$/.exec(formOf(side));
  return value !== null && (EXTREMES[namesIn(name).join()]?.test(value[1] ?? '') ?? false);
}

const EXTREMES: Readonly<Record<string, RegExp>> = {
  '>': /^(?:-infinity|[0-]{36})$/i,
  '>=': /^(?:|-infinity|[0-]{36})$/i,
  '<': /^(?:infinity|[f-]{36})$/i,
  '<=': /^(?:infinity|[f-]{36})$/i,
};

function itemsOf(side: unknown): unknown[] {
  const { List: list, A_ArrayExpr: array } = (side ?? {}) as Record<string, Fields | undefined>;
  const items = list?.['items'] ?? array?.['elements'];
  return Array.isArray(items) ? items : [side];
}

function asksForNull(name: string, { booltesttype }: Fields): boolean {
  return name === 'NullTest' || (name === 'BooleanTest' && /UNKNOWN/.test(String(booltesttype)));
}

function isRequired(side: unknown, required: Required): boolean {
  const { ColumnRef: column, TypeCast: cast } = side as Record<string, Fields | undefined>;
  if (cast) return isRequired(cast['arg'], required);
  return column !== undefined && required.has(namesIn(column['fields']).at(-1) ?? '');
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  IS_NULL: 'IS_NOT_NULL',
  IS_NOT_NULL: 'IS_NULL',
};

/** `a` → `NOT a`, `a = b` → `a <> b`, `a IS NULL` → `a IS NOT NULL`. */
function oppositeOf(part: unknown): unknown {
  const [[name, fields]] = Object.entries(part as Record<string, Fields>) as [[string, Fields]];
  if (name === 'NullTest')
    return { NullTest: { ...fields, nulltesttype: OPPOSITES[String(fields['nulltesttype'])] } };
  const [operator] =
    name === 'A_Expr' && fields['kind'] === 'AEXPR_OP' ? namesIn(fields['name']) : [];
  const opposite = OPPOSITES[operator ?? ''];
  if (opposite) return { A_Expr: { ...fields, name: [{ String: { sval: opposite } }] } };
  return { BoolExpr: { boolop: 'NOT_EXPR', args: [part] } };
}

/** The same for the same expression wherever it stands; `users.id`, `id` and `id::text` are one column. */
function formOf(side: unknown): string {
  return JSON.stringify(side, (name, value) => {
    if (name === 'location') return undefined;
    if (name === 'fields' && Array.isArray(value)) return value.at(-1);
    return value?.TypeCast ? value.TypeCast.arg : value;
  });
}
