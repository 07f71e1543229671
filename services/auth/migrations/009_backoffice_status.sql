-- Up Migration

-- The SQL tool may also change the status of a user. The triggers of `users` end the tokens, the event
-- tells the other services, and the last active admin stays, as in the account call.
CREATE OR REPLACE FUNCTION update_backoffice_user() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = auth, pg_temp AS $$
DECLARE changed users%ROWTYPE;
BEGIN
  IF length(btrim(NEW.first_name)) > 100 OR length(btrim(NEW.last_name)) > 100 THEN
    RAISE EXCEPTION 'That name is too long' USING ERRCODE = 'check_violation';
  END IF;
  IF concat(NEW.first_name, NEW.last_name) ~ '[\r\n]' THEN
    RAISE EXCEPTION 'A name must be one line' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status IS NULL OR NEW.status NOT IN ('active', 'suspended') THEN
    RAISE EXCEPTION 'A status is active or suspended' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status <> OLD.status THEN
    -- In the order of the account call, so that two that suspend each other do not deadlock.
    PERFORM id FROM users WHERE is_admin AND status = 'active' AND email_verified
      ORDER BY id FOR UPDATE;
    IF NEW.status = 'suspended' AND ARRAY[OLD.id] = ARRAY(
      SELECT id FROM users WHERE is_admin AND status = 'active' AND email_verified
    ) THEN
      RAISE EXCEPTION 'This is the last admin. Make somebody else an admin first.'
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  UPDATE users SET
    first_name = CASE WHEN NEW.first_name IS DISTINCT FROM OLD.first_name
      THEN nullif(btrim(NEW.first_name), '') ELSE first_name END,
    last_name = CASE WHEN NEW.last_name IS DISTINCT FROM OLD.last_name
      THEN nullif(btrim(NEW.last_name), '') ELSE last_name END,
    status = CASE WHEN NEW.status <> OLD.status THEN NEW.status ELSE status END,
    version = version + 1
  WHERE id = OLD.id RETURNING * INTO changed;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('outbox:users:' || changed.id, 0));
  INSERT INTO outbox (id, source, type, version, topic, key, occurred_at, data)
  VALUES (gen_random_uuid(), '/cairn/auth', 'user.updated', 1, 'users', changed.id, now(),
    jsonb_build_object('userId', changed.id, 'version', changed.version, 'email', changed.email,
      'firstName', changed.first_name, 'lastName', changed.last_name,
      'emailVerified', changed.email_verified, 'status', changed.status));
  NEW.first_name := changed.first_name;
  NEW.last_name := changed.last_name;
  NEW.status := changed.status;
  RETURN NEW;
END $$;

GRANT UPDATE (status) ON backoffice.users TO cairn_sql_updater;

-- Down Migration
REVOKE UPDATE (status) ON backoffice.users FROM cairn_sql_updater;
CREATE OR REPLACE FUNCTION update_backoffice_user() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = auth, pg_temp AS $$
DECLARE changed users%ROWTYPE;
BEGIN
  IF length(NEW.first_name) > 100 OR length(NEW.last_name) > 100 THEN
    RAISE EXCEPTION 'That name is too long' USING ERRCODE = 'check_violation';
  END IF;
  IF concat(NEW.first_name, NEW.last_name) ~ '[\r\n]' THEN
    RAISE EXCEPTION 'A name must be one line' USING ERRCODE = 'check_violation';
  END IF;
  UPDATE users SET first_name = nullif(btrim(NEW.first_name), ''),
    last_name = nullif(btrim(NEW.last_name), ''), version = version + 1
  WHERE id = OLD.id RETURNING * INTO changed;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('outbox:users:' || changed.id, 0));
  INSERT INTO outbox (id, source, type, version, topic, key, occurred_at, data)
  VALUES (gen_random_uuid(), '/cairn/auth', 'user.updated', 1, 'users', changed.id, now(),
    jsonb_build_object('userId', changed.id, 'version', changed.version, 'email', changed.email,
      'firstName', changed.first_name, 'lastName', changed.last_name,
      'emailVerified', changed.email_verified, 'status', changed.status));
  NEW.first_name := changed.first_name;
  NEW.last_name := changed.last_name;
  RETURN NEW;
END $$;
