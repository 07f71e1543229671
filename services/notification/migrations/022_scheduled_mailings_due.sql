-- No transaction
-- Up Migration
-- The dispatcher's search for scheduled mailings that are due, and for the next one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mailings_scheduled_due ON mailings (send_at)
  WHERE state = 'scheduled';

-- Down Migration
DROP INDEX CONCURRENTLY mailings_scheduled_due;
