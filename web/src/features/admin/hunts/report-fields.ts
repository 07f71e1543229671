import { describeIssue } from '@cairn/contracts/http/field-texts.ts';
import { type StaffHuntReport, saveHuntReport } from '@cairn/contracts/http/hunt-reports.ts';
import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import type { z } from 'zod';
import { clueName } from './clue-state.ts';

const SOLUTION = 'solution ';

/** One field for each solution, so that two admins who write different ones do not conflict. */
export type ReportFields = { winner_name: string; story_html: string } & Record<string, string>;

export function solutionField(clueId: string): string {
  return SOLUTION + clueId;
}

/** With an empty solution for each clue that has none. */
export function fieldsOf(report: StaffHuntReport, clues: readonly StaffClue[]): ReportFields {
  const { winner_name, story_html, solutions } = report;
  const empty = clues.map(({ id }) => [solutionField(id), '']);
  const written = solutions.map(({ clue_id, body_html }) => [solutionField(clue_id), body_html]);
  return { winner_name, story_html, ...Object.fromEntries([...empty, ...written]) };
}

export function toReport(fields: ReportFields): z.input<typeof saveHuntReport.body> {
  const { winner_name, story_html } = fields;
  const solutions = Object.entries(fields)
    .filter(([name, html]) => name.startsWith(SOLUTION) && html !== '')
    .map(([name, body_html]) => ({ clue_id: name.slice(SOLUTION.length), body_html }));
  return { winner_name, story_html, solutions };
}

export function validateFields(fields: ReportFields): Partial<Record<keyof ReportFields, string>> {
  const report = toReport(fields);
  const parsed = saveHuntReport.body.safeParse(report, { error: describeIssue });
  const issues = parsed.success ? [] : parsed.error.issues;
  const entries = issues.map(({ path: [name, index], message }) => {
    const clueId = report.solutions[Number(index)]?.clue_id;
    return [name === 'solutions' && clueId ? solutionField(clueId) : String(name), message];
  });
  return Object.fromEntries(entries);
}

/** As the form names them. */
export function labelsOf(clues: readonly StaffClue[]): Record<string, string> {
  const solutions = clues.map((clue) => [
    solutionField(clue.id),
    `Solution of ${clueName(clue)}: ${clue.title}`,
  ]);
  return {
    winner_name: 'Winner’s name',
    story_html: 'The winner’s story',
    ...Object.fromEntries(solutions),
  };
}
