import type { HuntData, HuntStatus, StaffHuntStatus } from '@cairn/contracts/http/hunts.ts';
import type { ReleaseRow, Releases } from './clues.store.ts';
import type { HuntRow } from './hunts.store.ts';
import { presentReport } from './published-report.presenter.ts';

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
    hidden_at: hunt.hidden_at?.toISOString() ?? null,
    completed_at: hunt.completed_at?.toISOString() ?? null,
    next_release_at: releases.next_release_at?.toISOString() ?? null,
    clues: ofKind('clue'),
    updates: ofKind('update'),
    search_area: hunt.search_area,
    rules: hunt.rules,
    report: presentReport(hunt.report),
  };
}

function presentRelease(row: ReleaseRow): HuntData['clues'][number] {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    body_html: row.body_html,
    published_at: new Date(row.published_at).toISOString(),
  };
}
