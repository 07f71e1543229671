-- No transaction
-- Up Migration
-- For the list of purchases in the order of their amount.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_by_amount ON purchases (amount_cents, id);

-- Down Migration
DROP INDEX CONCURRENTLY purchases_by_amount;
