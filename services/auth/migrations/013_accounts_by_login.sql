-- No transaction
-- Up Migration
-- The account list by last login, users who never logged in first; likewise never null.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_by_login_or_never
  ON users ((coalesce(last_login, '-infinity'::timestamptz)), id)
  INCLUDE (status, email, full_name_key, last_name_key, last_login);

-- Down Migration
DROP INDEX CONCURRENTLY users_by_login_or_never;
