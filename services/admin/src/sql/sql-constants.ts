import { type Fields, namesIn } from './sql-tree.ts';

type Node = Record<string, Fields | undefined>;

/** The string value of a literal, also if cast or concatenated. Null for anything else. */
export function constantText(value: unknown): string | null {
  const { A_Const: constant, A_Expr: expression, TypeCast: cast, FuncCall: call } = nodeOf(value);
  if (constant) return textOfConstant(constant);
  if (cast) return constantText(cast['arg']);
  // `LIKE … ESCAPE …`
  if (call && lastName(call['funcname']) === 'like_escape')
    return constantText((call['args'] as unknown[])[0]);
  if (!expression || lastName(expression['name']) !== '||') return null;
  const [left, right] = [constantText(expression['lexpr']), constantText(expression['rexpr'])];
  return left === null || right === null ? null : left + right;
}

export function isNullConstant(value: unknown): boolean {
  const { A_Const: constant, TypeCast: cast } = nodeOf(value);
  return cast ? isNullConstant(cast['arg']) : constant?.['isnull'] === true;
}

/** `users.id`, `id` and `id::text` have the same form, at any position. */
export function formOf(side: unknown): string {
  return JSON.stringify(side, (name, value) => {
    if (/^location$|list_(?:start|end)$/.test(name)) return undefined;
    if (name === 'fields' && Array.isArray(value)) return value.at(-1);
    return withoutCasts(value);
  });
}

export function withoutCasts(value: unknown): unknown {
  const { TypeCast: cast } = nodeOf(value);
  return cast ? withoutCasts(cast['arg']) : value;
}

export function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

export function lastName(value: unknown): string {
  return Array.isArray(value) ? (namesIn(value).at(-1) ?? '') : '';
}

function textOfConstant({ sval, ival, fval, boolval, isnull }: Fields): string | null {
  if (isnull) return null;
  if (sval) return String((sval as Fields)['sval'] ?? '');
  if (ival) return String((ival as Fields)['ival'] ?? 0);
  if (fval) return String((fval as Fields)['fval']);
  return boolval ? String((boolval as Fields)['boolval'] ?? false) : null;
}
