-- No transaction
-- Up Migration
-- The account list by name, users without one last. Never null, so that a page can begin after any row.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_by_name_or_none
  ON users ((coalesce(full_name_key, U&'\+10FFFF')), id)
  INCLUDE (status, email, full_name_key, last_name_key);

-- Down Migration
DROP INDEX CONCURRENTLY users_by_name_or_none;
