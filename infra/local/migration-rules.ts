import { parse } from 'libpg-query';

/** A migration that is newer than the last release. */
export type NewMigration = { path: string; sql: string };

export type MigrationContext = {
  /** Names of tables that new migrations create: nothing uses them yet. */
  newTables: ReadonlySet<string>;
  /** Files of the last release that contain the word. */
  findUses: (word: string) => string[];
};

type Fields = { [name: string]: unknown };
/** A node of the parse tree of Postgres, by type. */
type Tree = { [type: string]: Fields };

const UP = /^\s*--\s*Up Migration$/m;
const DOWN = /^\s*--\s*Down Migration$/m;

/** `SET lock_timeout` bounds the wait for a lock, behind which all queries of the table would queue. */
const LOCKING = new Set(['AlterTableStmt', 'RenameStmt', 'CreateTrigStmt', 'DropStmt']);

/** The tables that the migration creates. */
export async function listCreatedTables({ sql }: NewMigration): Promise<string[]> {
  return (await statementsOf(sql)).flatMap(({ CreateStmt: table }) =>
    table ? [nameOf(table['relation'])] : [],
  );
}

/**
 * Why a migration must not run beside processes of the last release: it blocks a table, or it removes
 * what that release uses (P-8.2). Empty if nothing is wrong.
 */
export async function checkMigration(
  { path, sql }: NewMigration,
  context: MigrationContext,
): Promise<string[]> {
  const faults: string[] = [];
  let hasTimeout = false;
  for (const statement of await statementsOf(sql)) {
    const [[type, fields] = ['', {}]] = Object.entries(statement);
    if (type === 'VariableSetStmt' && fields['name'] === 'lock_timeout') hasTimeout = true;
    if (type === 'IndexStmt' && !fields['concurrent'] && isInUse(fields, context)) {
      faults.push(`an index on ${nameOf(fields['relation'])} without CONCURRENTLY`);
    }
    if (type === 'AlterTableStmt' && isInUse(fields, context)) faults.push(...checkColumns(fields));
    if (LOCKING.has(type) && !fields['concurrent'] && !hasTimeout && isInUse(fields, context)) {
      faults.push(`${type} without SET lock_timeout`);
    }
    for (const name of listRemoved(type, fields)) {
      const [use] = context.findUses(name);
      if (use) faults.push(`removes ${name}, which the last release uses in ${use}`);
    }
  }
  return faults.map((fault) => `${path}: ${fault}`);
}

async function statementsOf(sql: string): Promise<Tree[]> {
  const up = sql.slice(sql.search(UP)).split(DOWN)[0] ?? '';
  const { stmts = [] } = (await parse(up)) as { stmts?: { stmt: Tree }[] };
  return stmts.map(({ stmt }) => stmt);
}

function checkColumns(fields: Fields): string[] {
  return commandsOf(fields).flatMap(({ subtype, name, def }) => {
    const { ColumnDef: column, Constraint: constraint } = (def ?? {}) as Tree;
    const kinds = ((column?.['constraints'] ?? []) as Tree[]).map(
      (c) => c['Constraint']?.['contype'],
    );
    if (kinds.includes('CONSTR_NOTNULL') && !kinds.includes('CONSTR_DEFAULT')) {
      return [`a column without DEFAULT that is NOT NULL: ${column?.['colname']}`];
    }
    const isChecked = ['CONSTR_CHECK', 'CONSTR_FOREIGN'].includes(String(constraint?.['contype']));
    if (isChecked && !constraint?.['skip_validation']) return ['a constraint without NOT VALID'];
    return subtype === 'AT_AlterColumnType' ? [`another type of the column ${name}`] : [];
  });
}

type Command = { subtype: string; name?: string; def?: unknown };

function commandsOf(fields: Fields): Command[] {
  return ((fields['cmds'] ?? []) as { AlterTableCmd: Command }[]).map((cmd) => cmd.AlterTableCmd);
}

/** Tables, columns, views and functions that the statement removes or renames. */
function listRemoved(type: string, fields: Fields): string[] {
  if (type === 'RenameStmt') return [String(fields['subname'] ?? nameOf(fields['relation']))];
  if (type === 'AlterTableStmt') {
    return commandsOf(fields)
      .filter(({ subtype }) => subtype === 'AT_DropColumn')
      .map(({ name }) => String(name));
  }
  const kinds = ['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_FUNCTION'];
  if (type !== 'DropStmt' || !kinds.includes(String(fields['removeType']))) return [];
  return (fields['objects'] as Tree[]).map((object) => {
    const { List: list, ObjectWithArgs: routine } = object;
    const parts = (list?.['items'] ?? routine?.['objname'] ?? []) as Tree[];
    return String(parts.at(-1)?.['String']?.['sval']);
  });
}

/** Statements that name no table of their own, such as DROP, count as in use. */
function isInUse(fields: Fields, { newTables }: MigrationContext): boolean {
  return !newTables.has(nameOf(fields['relation']));
}

function nameOf(relation: unknown): string {
  return String((relation as Fields | undefined)?.['relname']);
}
