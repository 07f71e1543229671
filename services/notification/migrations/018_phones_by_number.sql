-- No transaction
-- Up Migration
-- The search by the beginning of a number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS phones_by_number ON phones (number COLLATE "C");

-- Down Migration
DROP INDEX CONCURRENTLY phones_by_number;
