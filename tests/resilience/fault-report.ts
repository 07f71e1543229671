import { type Fault, nameOf } from './fault-sequence.ts';

/** Numbers of one run, by name. */
export type Figures = Record<string, number>;

/** Counts faults by name. */
export function createTally() {
  const counts = new Map<string, number>();
  return {
    add(fault: Fault, wasPossible: boolean): void {
      const name = wasPossible ? nameOf(fault) : 'not possible (already down)';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    kills: () =>
      [...counts].reduce((sum, [name, count]) => sum + (name.startsWith('kill ') ? count : 0), 0),
    rows: (): Figures => Object.fromEntries([...counts].sort()),
  };
}

/** Two columns as text. */
export function tableOf(title: string, ...parts: Figures[]): string {
  const rows = parts.flatMap((part) => Object.entries(part));
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)} ${String(value).padStart(8)}`);
  return [title, ...lines].join('\n');
}
