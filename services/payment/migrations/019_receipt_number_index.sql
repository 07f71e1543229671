-- No transaction
-- Up Migration
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS purchases_receipt_number ON purchases (receipt_number);

-- Down Migration
DROP INDEX CONCURRENTLY purchases_receipt_number;
