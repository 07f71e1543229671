-- No transaction
-- Up Migration
-- purchases_newest serves its queries.
DROP INDEX CONCURRENTLY IF EXISTS purchases_created;

-- Down Migration
CREATE INDEX CONCURRENTLY purchases_created ON purchases (created_at);
