-- Up Migration

-- Names the table, so that only the loops of that table wake up.
CREATE OR REPLACE FUNCTION notify_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_TABLE_SCHEMA || '_due', TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- Down Migration
CREATE OR REPLACE FUNCTION notify_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_TABLE_SCHEMA || '_due', '');
  RETURN NULL;
END $$;
