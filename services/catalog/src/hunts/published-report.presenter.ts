import type { HuntReport } from '@cairn/contracts/http/hunt-reports.ts';
import type { PublishedReport } from './published-report.store.ts';

export function presentReport(report: PublishedReport | null): HuntReport | null {
  return report && { ...report, published_at: new Date(report.published_at).toISOString() };
}
