import { parse } from 'libpg-query';

type Fields = { [name: string]: unknown };

export type Nullability = {
  /** Tables whose columns an outer join may set to null. */
  outerJoined: ReadonlySet<string>;
  /** For each result column, whether its expression is never null; empty if the list has a star. */
  neverNull: boolean[];
};

/** What the parse tree says about nulls in the result of one statement. */
export async function readNullability(sql: string): Promise<Nullability> {
  const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Fields }[] };
  const [root] = stmts;
  if (!root) return { outerJoined: new Set(), neverNull: [] };
  const [statement = {}] = Object.values(root.stmt) as Fields[];
  return { outerJoined: findOuterJoined(root.stmt), neverNull: targetsOf(statement) };
}

function targetsOf(statement: Fields): boolean[] {
  const list = (statement['targetList'] ?? []) as Fields[];
  const returning = (statement['returningClause'] as Fields | undefined)?.['exprs'];
  // An INSERT and an UPDATE have target columns; their results are in RETURNING.
  const targets = 'relation' in statement ? ((returning ?? []) as Fields[]) : list;
  const values = targets.map((target) => (target['ResTarget'] as Fields)['val'] as Fields);
  const hasStar = values.some((value) =>
    JSON.stringify(value['ColumnRef'] ?? '').includes('A_Star'),
  );
  return hasStar ? [] : values.map(isNeverNull);
}

const NEVER_NULL_FUNCTIONS = new Set([
  'count',
  'now',
  'clock_timestamp',
  'concat',
  'json_build_object',
  'jsonb_build_object',
]);

/** As a function's name in JSON. */
const AGGREGATE = /"sval":"(count|min|max|sum)"/;

function isNeverNull(node: Fields): boolean {
  const [[type, fields] = ['', {}]] = Object.entries(node) as [string, Fields][];
  const children = (name: string) => (fields[name] ?? []) as Fields[];
  switch (type) {
    case 'A_Const':
      return !fields['isnull'];
    case 'NullTest':
    case 'BooleanTest':
    case 'A_ArrayExpr':
      return true;
    case 'TypeCast':
      return isNeverNull(fields['arg'] as Fields);
    case 'CoalesceExpr':
      return children('args').some(isNeverNull);
    case 'BoolExpr':
      return children('args').every(isNeverNull);
    case 'A_Expr':
      return isNeverNullOperation(fields);
    case 'CaseExpr':
      return (
        children('args').every((when) =>
          isNeverNull((when['CaseWhen'] as Fields)['result'] as Fields),
        ) && Boolean(fields['defresult'] && isNeverNull(fields['defresult'] as Fields))
      );
    case 'FuncCall':
      return NEVER_NULL_FUNCTIONS.has(functionName(fields));
    case 'SubLink':
      return isNeverNullSubquery(fields);
    default:
      return false;
  }
}

/** Arithmetic, and IS DISTINCT FROM. */
function isNeverNullOperation(fields: Fields): boolean {
  if (/DISTINCT/.test(String(fields['kind']))) return true;
  const operands = [fields['lexpr'], fields['rexpr']].filter(Boolean) as Fields[];
  return fields['kind'] === 'AEXPR_OP' && operands.every(isNeverNull);
}

/** EXISTS, ARRAY, and a single aggregate, which has a row without any input. */
function isNeverNullSubquery(fields: Fields): boolean {
  const kind = fields['subLinkType'];
  if (kind === 'EXISTS_SUBLINK' || kind === 'ARRAY_SUBLINK') return true;
  const select = ((fields['subselect'] as Fields)['SelectStmt'] ?? {}) as Fields;
  const isAggregate = AGGREGATE.test(JSON.stringify(select['targetList'] ?? ''));
  const mayBeEmpty = select['groupClause'] || select['havingClause'] || select['limitCount'];
  return kind === 'EXPR_SUBLINK' && isAggregate && !mayBeEmpty && targetsOf(select).every(Boolean);
}

function functionName(fields: Fields): string {
  const last = (fields['funcname'] as Fields[]).at(-1)?.['String'] as Fields | undefined;
  return String(last?.['sval']);
}

/** Tables on the nullable side of an outer join, directly or through a subquery or a WITH part. */
function findOuterJoined(root: unknown): Set<string> {
  const withQueries = new Map<string, Fields>();
  const nullable: unknown[] = [];
  walk(root, (type, fields) => {
    if (type === 'CommonTableExpr') withQueries.set(String(fields['ctename']), fields);
    if (type !== 'JoinExpr') return;
    if (fields['jointype'] === 'JOIN_LEFT' || fields['jointype'] === 'JOIN_FULL')
      nullable.push(fields['rarg']);
    if (fields['jointype'] === 'JOIN_RIGHT' || fields['jointype'] === 'JOIN_FULL')
      nullable.push(fields['larg']);
  });
  const tables = new Set<string>();
  for (const side of nullable) {
    walk(side, (type, { relname }) => {
      if (type !== 'RangeVar') return;
      const name = String(relname);
      const query = withQueries.get(name);
      if (query && !tables.has(name)) nullable.push(query['ctequery']);
      tables.add(name);
    });
  }
  return tables;
}

function walk(node: unknown, visit: (type: string, fields: Fields) => void): void {
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    if (/^[A-Z]/.test(key)) visit(key, value as Fields);
    walk(value, visit);
  }
}
