-- Up Migration

-- What the SQL tool may see (DESIGN 1): no hash, no link, no version.
CREATE VIEW backoffice.users AS
  SELECT id, email, first_name, last_name, status, email_verified, is_admin, created_at, last_login
  FROM users;

CREATE VIEW backoffice.user_products AS
  SELECT purchase_id, user_id, product_id, status FROM user_products;

-- What the tool may change is auth's own change, with the event that tells the others of it; the
-- outbox is written as libs/events/outbox.store.ts does it.
CREATE FUNCTION update_backoffice_user() RETURNS trigger
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

REVOKE EXECUTE ON FUNCTION update_backoffice_user FROM PUBLIC;

CREATE TRIGGER users_update INSTEAD OF UPDATE ON backoffice.users
  FOR EACH ROW EXECUTE FUNCTION update_backoffice_user();

GRANT SELECT ON backoffice.users, backoffice.user_products TO cairn_sql_reader, cairn_sql_updater;
GRANT UPDATE (first_name, last_name) ON backoffice.users TO cairn_sql_updater;

-- Down Migration
DROP VIEW backoffice.users, backoffice.user_products;
DROP FUNCTION update_backoffice_user;
