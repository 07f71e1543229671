import { formOf } from './sql-constants.ts';
import { type Fields, namesIn } from './sql-tree.ts';

/** Whether an OR is true for every row, such as `a < 1 OR a >= 1`. */
export function coversEveryRow(parts: unknown[]): boolean {
  const forms = new Set(parts.map(formOf));
  return parts.some((part) => complementsOf(part).some((each) => forms.has(formOf(each))));
}

/** A condition that is true wherever the part is false. */
function complementsOf(part: unknown): unknown[] {
  const [[name, fields]] = Object.entries(part as Record<string, Fields>) as [[string, Fields]];
  const negation = { BoolExpr: { boolop: 'NOT_EXPR', args: [part] } };
  const changed = (field: string) => {
    const opposite = TESTS[String(fields[field])];
    return opposite ? [{ [name]: { ...fields, [field]: opposite } }] : [];
  };
  if (name === 'NullTest') return [negation, ...changed('nulltesttype')];
  if (name === 'BooleanTest') return [negation, ...changed('booltesttype')];
  if (name !== 'A_Expr') return [negation];
  const kind = KINDS[String(fields['kind'])] ?? fields['kind'];
  const operator = namesIn(fields['name']).join();
  const operators =
    kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT'
      ? [operator]
      : (OPERATORS[operator] ?? []);
  const complements = operators.map((each) => ({
    A_Expr: { ...fields, kind, name: [{ String: { sval: each } }] },
  }));
  return [negation, ...complements];
}

const TESTS: Readonly<Record<string, string>> = bothWays([
  ['IS_NULL', 'IS_NOT_NULL'],
  ['IS_TRUE', 'IS_NOT_TRUE'],
  ['IS_FALSE', 'IS_NOT_FALSE'],
  ['IS_UNKNOWN', 'IS_NOT_UNKNOWN'],
]);

const KINDS: Readonly<Record<string, string>> = bothWays([
  ['AEXPR_OP_ANY', 'AEXPR_OP_ALL'],
  ['AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT'],
  ['AEXPR_BETWEEN', 'AEXPR_NOT_BETWEEN'],
  ['AEXPR_BETWEEN_SYM', 'AEXPR_NOT_BETWEEN_SYM'],
]);

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '=': ['<>'],
  '<>': ['='],
  '<': ['>='],
  '<=': ['>', '>='],
  '>': ['<='],
  '>=': ['<', '<='],
  '~~': ['!~~'],
  '!~~': ['~~'],
  '~~*': ['!~~*'],
  '!~~*': ['~~*'],
  '~': ['!~'],
  '!~': ['~'],
  '~*': ['!~*'],
  '!~*': ['~*'],
  BETWEEN: ['NOT BETWEEN'],
  'NOT BETWEEN': ['BETWEEN'],
  'BETWEEN SYMMETRIC': ['NOT BETWEEN SYMMETRIC'],
  'NOT BETWEEN SYMMETRIC': ['BETWEEN SYMMETRIC'],
};

function bothWays(pairs: [string, string][]): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap(([one, other]) => [
      [one, other],
      [other, one],
    ]),
  );
}
