-- No transaction
-- Up Migration
-- The search by the beginning of an address.
CREATE INDEX CONCURRENTLY IF NOT EXISTS contact_messages_by_email
  ON contact_messages (email COLLATE "C");

-- Down Migration
DROP INDEX CONCURRENTLY contact_messages_by_email;
