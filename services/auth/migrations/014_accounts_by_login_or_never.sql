-- No transaction
-- Up Migration
-- users_by_login_or_never is in its place.
DROP INDEX CONCURRENTLY IF EXISTS users_by_login;

-- Down Migration
CREATE INDEX CONCURRENTLY users_by_login ON users (last_login NULLS FIRST, id)
  INCLUDE (status, email, full_name_key, last_name_key);
