import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rules = readFileSync(new URL('./rules.yml', import.meta.url), 'utf8');
const runbook = readFileSync(new URL('../docs/runbook.md', import.meta.url), 'utf8');

describe('P-2.8 alerts and the runbook', () => {
  it('P-2.8 alerts and rows of the runbook match one to one', () => {
    const alerts = [...rules.matchAll(/^ *- alert: (\w+)$/gm)].map(([, name]) => name);
    const section = runbook.split(/^## /m).find((text) => text.startsWith('Alerts\n')) ?? '';
    const rows = [...section.matchAll(/^\| \*\*(\w+)\*\*/gm)].map(([, name]) => name);
    expect(alerts.length).toBeGreaterThan(10);
    expect([...rows].sort()).toEqual([...alerts].sort());
  });

  it('every row has a meaning, a diagnosis and an action', () => {
    const rows = runbook.split('\n').filter((line) => /^\| \*\*\w+\*\*/.test(line));
    for (const row of rows) {
      const cells = row.split(' | ');
      expect(cells, row).toHaveLength(4);
      for (const cell of cells.slice(1)) expect(cell.trim().length, row).toBeGreaterThan(20);
    }
  });
});
