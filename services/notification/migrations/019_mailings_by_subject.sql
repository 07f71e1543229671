-- No transaction
-- Up Migration
-- The search by the beginning of a subject.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mailings_by_subject
  ON mailings (lower(subject) COLLATE "C");

-- Down Migration
DROP INDEX CONCURRENTLY mailings_by_subject;
