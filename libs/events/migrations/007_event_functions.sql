-- Up Migration

-- Each function is one round trip for what a transaction does with every event. In READ COMMITTED,
-- each statement of a function sees what was committed before it, also after a wait for a lock.

-- Serialises the events of one key until the end of the transaction, and inserts the id of an event
-- that is to be applied now. 'behind' means that an earlier event of the key is parked. Advisory locks
-- are database-wide, so their names include the schema.
CREATE FUNCTION receive_event(given_id uuid, given_type text, given_topic text, given_key text)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  outcome text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(
    format('inbox:%s:%s:%s', current_schema(), given_topic, given_key), 0));
  SELECT CASE
    WHEN EXISTS (SELECT FROM inbox WHERE event_id = given_id) THEN 'duplicate'
    WHEN EXISTS (SELECT FROM dead_letters WHERE event_id = given_id) THEN 'dead'
    WHEN EXISTS (SELECT FROM parked_events WHERE event_id = given_id) THEN 'parked'
    WHEN EXISTS (SELECT FROM parked_events
                 WHERE topic = given_topic AND key = given_key AND NOT is_unknown) THEN 'behind'
    ELSE 'applied' END INTO outcome;
  IF outcome = 'applied' THEN
    INSERT INTO inbox (event_id, type) VALUES (given_id, given_type);
  END IF;
  RETURN outcome;
END $$;

-- Inserts an event of the outbox. The lock is held until the end of the transaction: a second
-- transaction with events of the same key gets its position only after the first commits. Positions
-- thus follow the commit order within a key.
CREATE FUNCTION publish_event(given_id uuid, given_source text, given_type text, given_version integer,
  given_topic text, given_key text, given_time timestamptz, given_traceparent text, given_data jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(
    hashtextextended('outbox:' || given_topic || ':' || given_key, 0));
  INSERT INTO outbox (id, source, type, version, topic, key, occurred_at, traceparent, data)
  VALUES (given_id, given_source, given_type, given_version, given_topic, given_key, given_time,
    given_traceparent, given_data);
END $$;

-- Whether the user was erased. The shared lock is held until the end of the transaction: it blocks
-- the erasure of the user while their data is written. Writers do not block each other.
CREATE FUNCTION is_erased(given_user_id text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(
    format('erasure:%s:%s', current_schema(), given_user_id), 0));
  RETURN EXISTS (SELECT FROM erased_users WHERE user_id = given_user_id);
END $$;

REVOKE EXECUTE ON FUNCTION receive_event, publish_event, is_erased FROM PUBLIC;

-- Down Migration
DROP FUNCTION receive_event, publish_event, is_erased;
