-- Up Migration
SET LOCAL lock_timeout = '2s';

-- Optimistic concurrency (If-Match). The store increases the version: the texts are in two tables.
ALTER TABLE hunt_reports
  ADD COLUMN edit_version integer NOT NULL DEFAULT 1,
  ADD COLUMN edited_by uuid,
  ADD COLUMN edited_at timestamptz;

-- Down Migration
ALTER TABLE hunt_reports
  DROP COLUMN edited_at, DROP COLUMN edited_by, DROP COLUMN edit_version;
