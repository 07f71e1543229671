import { randomUUID } from 'node:crypto';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORBIDDEN } from './forbidden-statements.ts';
import { plantSecrets, type SqlHarness, startSqlHarness, stateOf } from './sql-harness.ts';

let harness: SqlHarness;

beforeAll(async () => {
  harness = await startSqlHarness();
  await plantSecrets(harness);
});
afterAll(() => harness.stop());

function explain(query: string, adminId?: string) {
  return harness.run({ query, explain: true }, adminId);
}

describe('the plan of a statement', () => {
  it('has measured times for a SELECT', async () => {
    const { status, body } = await explain('-- all\nSELECT id FROM users ORDER BY email; ');
    expect(status).toBe(200);
    const { plan, isAnalyzed } = body as { plan: string; isAnalyzed: boolean };
    expect(isAnalyzed).toBe(true);
    expect(plan).toMatch(/^Sort .*actual time=/);
    expect(plan).toContain('\nExecution Time: ');
  });

  it('P-6.2 has estimates only for an UPDATE, which changes nothing', async () => {
    const before = await stateOf(harness);
    const query = "UPDATE users SET first_name = 'Grace' WHERE email = 'ada@example.com'";
    for (const dryRun of [true, false]) {
      const { status, body } = await harness.run({ query, explain: true, dryRun });
      expect({ status, body }).toEqual({
        status: 200,
        body: { plan: expect.stringMatching(/^Update on users /), isAnalyzed: false },
      });
    }
    expect(await stateOf(harness)).toBe(before);
  });

  it('P-6.4 has estimates only for a SELECT that takes longer than 5 s', async () => {
    const ten = '(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))';
    const sources = Array.from({ length: 12 }, (_, index) => `${ten} AS t${index}`).join(', ');
    const { status, body } = await explain(`SELECT count(*) FROM ${sources}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { plan: expect.stringMatching(/^Aggregate /), isAnalyzed: false },
    });
  });

  it('P-6.5 is in the activity log without values', async () => {
    await drainOutbox(harness.service.pool, harness.service.bus);
    const adminId = randomUUID();
    await explain("SELECT id FROM users WHERE email = 'ada@example.com'", adminId);
    await explain("UPDATE users SET first_name = 'Grace' WHERE id = 'x'", adminId);
    await explain("UPDATE users SET first_name = 'Grace' WHERE email = 'x'", adminId);
    await explain('EXPLAIN ANALYZE SELECT id FROM users', adminId);
    const events = await drainOutbox(harness.service.pool, harness.service.bus);
    const acts = events.map(({ data }) => staffActed.schema.parse(data));
    expect(acts.map(({ action, after }) => [action, after])).toEqual([
      [
        'sql_select',
        {
          query: 'SELECT id FROM users WHERE email = ?',
          outcome: 'explained',
          isAnalyzed: true,
        },
      ],
      ['sql_update', expect.objectContaining({ outcome: 'refused', cause: 'database' })],
      ['sql_update', expect.objectContaining({ outcome: 'explained', isAnalyzed: false })],
      ['sql_refused', expect.objectContaining({ outcome: 'refused', cause: 'form' })],
    ]);
  });

  it.each(FORBIDDEN)('P-6.1 is refused by the parser for $sql', async ({ sql }) => {
    const { status, body } = await explain(sql);
    expect({ sql, status }).toEqual({ sql, status: 400 });
    expect(JSON.stringify(body)).not.toContain('SECRET');
  });
});
