-- Up Migration

-- The kinds of message that a spam report suppresses. NULL: every kind that the cause suppresses by
-- itself, as for all rows before this migration.
ALTER TABLE suppressions ADD COLUMN kinds text[]
  CHECK (kinds <@ ARRAY['account', 'contact', 'staff', 'alert', 'mailing'] AND kinds <> '{}');

-- Down Migration
ALTER TABLE suppressions DROP COLUMN kinds;
