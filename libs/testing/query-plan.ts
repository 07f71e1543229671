import type { Database } from '@cairn/postgres/pool.ts';

export type QueryPlan = {
  /** Tables that are read in full. */
  tablesRead: string[];
  indexes: string[];
  /** Rows that scans have read, with those that a filter removed. */
  rowsRead: number;
};

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/** Runs the single statement of `ask` with EXPLAIN ANALYZE; `ask` itself gets no rows. */
export async function readQueryPlan(
  db: Database,
  ask: (db: Database) => Promise<unknown>,
): Promise<QueryPlan> {
  let root: PlanNode | null = null;
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await db.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    root = rows[0]['QUERY PLAN'][0].Plan;
    return { rows: [] };
  };
  // A caller that expects a row fails; the plan is known by then.
  await ask({ query } as unknown as Database).catch(() => {});
  if (!root) throw new Error('no query was planned');
  return summarise(nodesOf(root));
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function summarise(nodes: PlanNode[]): QueryPlan {
  const scans = nodes.filter((node) => node['Node Type'].endsWith('Scan'));
  const readBy = (node: PlanNode) =>
    ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) *
    (node['Actual Loops'] ?? 1);
  return {
    tablesRead: scans
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? ''),
    indexes: scans.flatMap((node) => node['Index Name'] ?? []),
    rowsRead: Math.round(scans.reduce((sum, node) => sum + readBy(node), 0)),
  };
}
