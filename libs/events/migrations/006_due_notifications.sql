-- Up Migration

-- Wakes the loops that wait for due rows (due-loop.ts). Services use it in triggers of their own tables.
CREATE FUNCTION notify_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_TABLE_SCHEMA || '_due', '');
  RETURN NULL;
END $$;

CREATE TRIGGER parked_events_due AFTER INSERT ON parked_events
  FOR EACH STATEMENT EXECUTE FUNCTION notify_due();

-- Down Migration
DROP TRIGGER parked_events_due ON parked_events;
DROP FUNCTION notify_due;
