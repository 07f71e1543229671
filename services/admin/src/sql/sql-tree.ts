import { NODES } from './sql-grammar.ts';
import { SqlRefusal } from './sql-refusal.ts';

export type Fields = Record<string, unknown>;
export type SqlNode = { name: string; fields: Fields };

/** Every node of a statement, parents before children. Rejects unknown nodes and fields. */
export function* walk(node: SqlNode): Generator<SqlNode> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

/** The direct children of a node. Rejects a node or a field that the grammar does not list. */
export function childrenOf(node: SqlNode): SqlNode[] {
  const shape = NODES[node.name];
  if (!shape) throw new SqlRefusal('form', `${describe(node.name)} is not supported.`);
  const nodes = words(shape.nodes);
  const plain = words(shape.plain);
  return Object.entries(node.fields).flatMap(([field, value]) => {
    const part = shape.parts?.[field];
    if (part) return [{ name: part, fields: value as Fields }];
    if (nodes.includes(field)) return unwrapAll(value);
    if (plain.includes(field)) return [];
    throw new SqlRefusal('form', `${describe(field)} is not supported.`);
  });
}

/** A node as the parser writes it: `{ ColumnRef: {…} }`. */
export function unwrap(value: unknown): SqlNode {
  const [entry, ...rest] = Object.entries(value as Record<string, Fields>);
  if (!entry || rest.length > 0) throw new SqlRefusal('form', 'This statement is not supported.');
  return { name: entry[0], fields: entry[1] };
}

/** One node or several; skips empty entries of a list. */
function unwrapAll(value: unknown): SqlNode[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((each) => Object.keys(each).length > 0).map(unwrap);
}

/** The strings of a list of names. */
export function namesIn(value: unknown): string[] {
  return unwrapAll(value ?? []).map(({ name, fields }) => {
    if (name === 'A_Star') return '*';
    if (name !== 'String') throw new SqlRefusal('form', 'This name is not supported.');
    return String(fields['sval']);
  });
}

/** `lockingClause` → `LOCKING CLAUSE`, `DeleteStmt` → `DELETE`. */
function describe(name: string): string {
  return name
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toUpperCase();
}

function words(text = ''): string[] {
  return text.split(/\s+/);
}
