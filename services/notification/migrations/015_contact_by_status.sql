-- No transaction
-- Up Migration
-- The list of contact messages of one status.
CREATE INDEX CONCURRENTLY IF NOT EXISTS contact_messages_by_status
  ON contact_messages (status, created_at, id);

-- Down Migration
DROP INDEX CONCURRENTLY contact_messages_by_status;
