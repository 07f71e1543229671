-- No transaction
-- Up Migration
-- The few suspended accounts by email: a search among them would walk through all accounts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_suspended ON users (email COLLATE "C", id)
  INCLUDE (status, full_name_key, last_name_key) WHERE status = 'suspended';

-- Down Migration
DROP INDEX CONCURRENTLY users_suspended;
