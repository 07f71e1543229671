-- No transaction
-- Up Migration
-- The list of all contact messages, in its order.
CREATE INDEX CONCURRENTLY IF NOT EXISTS contact_messages_newest ON contact_messages (created_at, id);

-- Down Migration
DROP INDEX CONCURRENTLY contact_messages_newest;
