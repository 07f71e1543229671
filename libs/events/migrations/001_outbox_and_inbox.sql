-- Up Migration

-- Written in the transaction of the change it tells of. `position` is drawn while the lock of the
-- event's key is held until commit (outbox.store.ts), so that it follows the order of commit for each key.
CREATE TABLE outbox (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  source text NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  topic text NOT NULL,
  key text NOT NULL,
  occurred_at timestamptz NOT NULL,
  traceparent text,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  published_at timestamptz
);

CREATE INDEX outbox_unpublished ON outbox (position) WHERE published_at IS NULL;
CREATE INDEX outbox_published_at ON outbox (published_at) WHERE published_at IS NOT NULL;

CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_TABLE_SCHEMA || '_outbox', '');
  RETURN NULL;
END $$;

CREATE TRIGGER outbox_notify AFTER INSERT ON outbox
  FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox();

-- Ids whose effect is committed. Written in the transaction of the effect.
CREATE TABLE inbox (
  event_id uuid PRIMARY KEY,
  type text NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX inbox_handled_at ON inbox (handled_at);

-- Events whose handler failed, and later ones of the same key behind them. The first of each key
-- (lowest position) is tried again at next_try_at.
CREATE TABLE parked_events (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE,
  topic text NOT NULL,
  key text NOT NULL,
  envelope jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  parked_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX parked_events_key ON parked_events (topic, key, position);
CREATE INDEX parked_events_next_try ON parked_events (next_try_at);

-- What could not be parsed (raw bytes, with its place in the topic) or failed for good (envelope).
CREATE TABLE dead_letters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid UNIQUE,
  place text UNIQUE,
  topic text NOT NULL,
  cause text NOT NULL,
  envelope jsonb,
  raw_key bytea,
  raw_value bytea,
  raw_headers jsonb,
  died_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((event_id IS NULL) = (envelope IS NULL)),
  CHECK ((event_id IS NULL) <> (place IS NULL))
);

-- Down Migration
DROP TABLE dead_letters, parked_events, inbox, outbox;
DROP FUNCTION notify_outbox;
