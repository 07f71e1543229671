import type { HuntReport } from '@cairn/contracts/http/hunt-reports.ts';
import type { HuntData, HuntStatus, StaffHuntStatus } from '@cairn/contracts/http/hunts.ts';
import type { HuntRow, PublishedReport, ReleaseRow, Releases } from './hunt-views.store.ts';

type Presented<Status> = Omit<HuntData, 'status'> & { status: Status };

export function presentHuntData<Status extends StaffHuntStatus = HuntStatus>(
  hunt: HuntRow<Status>,
  releases: Releases,
): Presented<Status> {
  const ofKind = (kind: ReleaseRow['kind']) =>
    releases.released.filter((release) => release.kind === kind).map(presentRelease);
  return {
    id: hunt.id,
    handle: hunt.handle,
    title: hunt.title,
    region: hunt.region,
    status: hunt.status,
    intro: hunt.intro,
    hidden_at: hunt.hiddenAt?.toISOString() ?? null,
    completed_at: hunt.completedAt?.toISOString() ?? null,
    next_release_at: releases.nextReleaseAt?.toISOString() ?? null,
    clues: ofKind('clue'),
    updates: ofKind('update'),
    search_area: hunt.searchArea,
    rules: hunt.rules,
    report: presentReport(hunt.report),
  };
}

function presentRelease(row: ReleaseRow): HuntData['clues'][number] {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    body_html: row.bodyHtml,
    published_at: new Date(row.publishedAt).toISOString(),
  };
}

export function presentReport(report: PublishedReport | null): HuntReport | null {
  return (
    report && {
      winner_name: report.winnerName,
      story_html: report.storyHtml,
      solutions: report.solutions.map(({ number, title, bodyHtml }) => ({
        number,
        title,
        body_html: bodyHtml,
      })),
      published_at: new Date(report.publishedAt).toISOString(),
    }
  );
}
