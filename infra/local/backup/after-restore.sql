-- For a database that was restored to an earlier moment, before any process starts; as superuser.
-- `npm run restore` runs it. Safe to repeat.
BEGIN;

-- Kafka starts empty: events that were published but perhaps not consumed are published again.
-- Inboxes ignore the ids that they know.
DO $$
DECLARE
  name regclass;
BEGIN
  FOR name IN SELECT oid FROM pg_class WHERE relname = 'outbox' AND relkind IN ('r', 'p') LOOP
    EXECUTE format('UPDATE %s SET published_at = NULL WHERE published_at IS NOT NULL', name);
  END LOOP;
END $$;

-- Messages that were due may have been sent since; staff decide which of them to send again. So are
-- messages that earlier facts request from now on. A scheduled mailing may have been changed to an
-- earlier time or cancelled since.
UPDATE notification.deliveries SET state = 'maybe_sent', finished_at = now(),
  last_error = 'the database was restored'
WHERE state IN ('pending', 'sending');
UPDATE notification.mailings SET state = 'stopped', finished_at = now(), addresses = NULL
WHERE state = 'scheduled';
INSERT INTO notification.restorations (restored_at) VALUES (clock_timestamp());

-- Tokens, links and codes that were used or revoked since must not become valid again.
UPDATE auth.users SET token_version = token_version + 1000;
DELETE FROM auth.link_tokens;
DELETE FROM notification.phone_codes;

COMMIT;
