import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { Badge } from '../../components/ui/badge.tsx';

/** Completed (or active) is green, any other status yellow. */
export function PurchaseBadge({ status }: { status: PurchaseStatus }) {
  return <Badge tone={status === 'completed' ? 'good' : 'wait'}>{PURCHASE_LABELS[status]}</Badge>;
}

export const PURCHASE_LABELS: Record<PurchaseStatus, string> = {
  completed: 'Completed',
  refund_pending: 'Refund pending',
  refunded: 'Refunded',
  disputed: 'Disputed',
  rejected: 'Rejected',
};
