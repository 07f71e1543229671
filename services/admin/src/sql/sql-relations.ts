import { SqlRefusal } from './sql-refusal.ts';
import { findTable } from './sql-tables.ts';
import { childrenOf, type Fields, type SqlNode, unwrap } from './sql-tree.ts';

/**
 * Checks every table reference. Resolves names as Postgres does: a WITH query is visible in its own
 * statement and in the WITH queries after it, and nowhere else.
 */
export function checkRelations(node: SqlNode, visible: ReadonlySet<string> = new Set()): void {
  if (node.name === 'RangeVar') checkTable(node.fields, visible);
  const scope = new Set(visible);
  for (const { name, fields } of withQueriesOf(node)) {
    checkRelations({ name, fields }, scope);
    scope.add(String(fields['ctename']));
  }
  for (const child of childrenOf(node))
    if (child.name !== 'WithClause') checkRelations(child, scope);
}

export function withQueriesOf({ fields }: SqlNode): SqlNode[] {
  const clause = fields['withClause'] as Fields | undefined;
  return ((clause?.['ctes'] ?? []) as unknown[]).map(unwrap);
}

function checkTable({ schemaname: schema, relname }: Fields, visible: ReadonlySet<string>): void {
  const name = String(relname);
  const isKnown =
    schema === undefined
      ? visible.has(name) || findTable(name) !== null
      : schema === 'backoffice' && findTable(name) !== null;
  if (!isKnown) throw new SqlRefusal('table', `There is no table ${name} here.`);
}
