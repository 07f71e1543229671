-- No transaction
-- Up Migration
-- In numeric order: CRN-2026-1000000 comes after CRN-2026-999999.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS purchases_receipt_number
  ON purchases (length(receipt_number), receipt_number COLLATE "C");

-- Down Migration
DROP INDEX CONCURRENTLY purchases_receipt_number;
