-- No transaction
-- Up Migration
-- The order of the list of deliveries, in both directions; those of a mailing have the same time.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_by_creation ON deliveries (created_at, id);

-- Down Migration
DROP INDEX CONCURRENTLY deliveries_by_creation;
