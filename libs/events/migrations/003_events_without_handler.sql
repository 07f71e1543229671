-- Up Migration

-- Of a type or version that this release does not know: kept until a release with its handler runs.
-- Such an event holds no later event of its key behind it.
ALTER TABLE parked_events ADD COLUMN is_unknown boolean NOT NULL DEFAULT false;

CREATE INDEX parked_events_unknown ON parked_events (parked_at) WHERE is_unknown;

-- Down Migration
DELETE FROM parked_events WHERE is_unknown;
DROP INDEX parked_events_unknown;
ALTER TABLE parked_events DROP COLUMN is_unknown;
