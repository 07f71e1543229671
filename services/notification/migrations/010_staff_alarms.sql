-- Up Migration

-- When a message that was requested earlier than it may be sent becomes due.
ALTER TABLE deliveries ADD COLUMN not_before timestamptz;

-- Alarms for staff are collected by hunt and hour.
CREATE INDEX deliveries_alarms ON deliveries (product_id, template)
  WHERE user_id IS NULL AND product_id IS NOT NULL;

-- Down Migration
DROP INDEX deliveries_alarms;
ALTER TABLE deliveries DROP COLUMN not_before;
