import type { MessageKind } from '@cairn/contracts/http/alerts.ts';
import type { MailingSegment } from '@cairn/contracts/http/mailing-segment.ts';
import type { SearchResult } from '@cairn/contracts/http/staff-search.ts';
import type { ContactAnswerRow } from './contact/contact.store.ts';
import type { ClaimedDelivery } from './deliveries/leases.store.ts';
import type { TemplateName } from './templates/catalogue.ts';

/**
 * Types that Postgres does not know: of JSON and of text without a CHECK constraint. Keys:
 * `table.column`, an expression's name, or `statement.name`.
 */
export type ColumnTypes = {
  'deliveries.template': TemplateName;
  'deliveries.variables': Record<string, unknown>;
  'suppressions.kinds': MessageKind[];
  kind: SearchResult['kind'];
  'mailings.segment': MailingSegment;
  'mailing_templates.segment': MailingSegment;
  segment: MailingSegment;
  variables: Record<string, unknown>;
  deliveryState: NonNullable<ContactAnswerRow['deliveryState']>;
  contact: NonNullable<ClaimedDelivery['contact']>;
};
