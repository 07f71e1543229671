-- Up Migration

-- P-3.6: names stand in mails, where a line break would begin a header. What the calls refuse, an
-- UPDATE of the SQL tool is refused as well.
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

-- Down Migration
CREATE OR REPLACE FUNCTION update_backoffice_user() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = auth, pg_temp AS $$
DECLARE changed users%ROWTYPE;
BEGIN
  IF length(NEW.first_name) > 100 OR length(NEW.last_name) > 100 THEN
    RAISE EXCEPTION 'That name is too long' USING ERRCODE = 'check_violation';
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
