import type { HuntStatus, Product } from '@cairn/contracts/http/hunts.ts';
import type { SearchResult } from '@cairn/contracts/http/staff-search.ts';
import type { ClueTexts, HuntTexts } from '@cairn/contracts/http/text-versions.ts';
import type { ReversedPurchaseRow } from './claims/claim-prizes.store.ts';
import type { SolutionRow } from './hunt-reports/hunt-reports.store.ts';
import type { PublishedReport, Releases } from './hunts/hunt-views.store.ts';

/**
 * Types that Postgres does not know: of JSON, and of rows that a statement narrows. Keys:
 * `table.column`, an expression's name, or `statement.name`.
 */
export type ColumnTypes = {
  'hunts.search_area': NonNullable<Product['search_area']>;
  'hunts.previous_areas': NonNullable<Product['previous_search_areas']>;
  'hunts.images': Product['images'];
  kind: SearchResult['kind'];
  released: Releases['released'];
  report: PublishedReport;
  solutions: SolutionRow[];
  'text_versions.texts': HuntTexts;
  'catalog.listClueVersionRows.texts': ClueTexts;
  'catalog.findHuntsForReaders.status': HuntStatus;
  'catalog.findClaimableHunt.status': HuntStatus;
  'catalog.findOffer.status': HuntStatus;
  'catalog.listReversedPurchases.status': ReversedPurchaseRow['status'];
};
