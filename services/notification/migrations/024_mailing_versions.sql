-- Up Migration
SET LOCAL lock_timeout = '2s';

-- Optimistic concurrency (If-Match) for the changes of scheduled mailings.
ALTER TABLE mailings
  ADD COLUMN edit_version integer NOT NULL DEFAULT 1,
  ADD COLUMN edited_by text,
  ADD COLUMN edited_at timestamptz;

-- Down Migration
ALTER TABLE mailings
  DROP COLUMN edited_at, DROP COLUMN edited_by, DROP COLUMN edit_version;
