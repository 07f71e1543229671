-- No transaction
-- Up Migration
-- Sums by period read this index alone; it also has the order of the list of all purchases.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_by_day
  ON purchases (created_at, id) INCLUDE (amount_cents, status, product_id);

-- Down Migration
DROP INDEX CONCURRENTLY purchases_by_day;
