-- No transaction
-- Up Migration
-- Charges of which neither we nor the payer have the money for good.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_unsettled
  ON purchases (created_at, id) INCLUDE (amount_cents)
  WHERE status = 'refund_pending' OR (status = 'disputed' AND dispute = 'open')
    OR (status = 'rejected' AND refunded_at IS NULL);

-- Down Migration
DROP INDEX CONCURRENTLY purchases_unsettled;
