-- No transaction
-- Up Migration
-- purchases_by_day serves its queries.
DROP INDEX CONCURRENTLY IF EXISTS purchases_newest;

-- Down Migration
CREATE INDEX CONCURRENTLY purchases_newest ON purchases (created_at, id);
