-- No transaction
-- Up Migration
-- The list of all purchases, in its order.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_newest ON purchases (created_at, id);

-- Down Migration
DROP INDEX CONCURRENTLY purchases_newest;
