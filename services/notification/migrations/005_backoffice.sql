-- Up Migration

-- What the SQL tool may see (DESIGN 1): no sealed token, no code, no phone, no hash of an address.
CREATE VIEW backoffice.recipients AS
  SELECT user_id, email, first_name, email_verified, status FROM recipients;

CREATE VIEW backoffice.alert_preferences AS
  SELECT user_id, product_id, product_title, region, handle, email_alerts, sms_alerts, is_member,
    last_notified_at, joined_at
  FROM alert_preferences;

CREATE VIEW backoffice.deliveries AS
  SELECT id, template, channel, user_id, product_id, mailing_id, state, attempts, next_try_at,
    created_at, started_at, finished_at
  FROM deliveries;

CREATE VIEW backoffice.mailings AS
  SELECT id, created_by, subject, total, state, created_at, finished_at FROM mailings;

CREATE VIEW backoffice.suppressions AS
  SELECT user_id, channel, cause, since FROM suppressions;

CREATE VIEW backoffice.contact_messages AS
  SELECT id, name, email, message, created_at FROM contact_messages;

-- Alerts by mail are notification's own matter: no other service keeps them, so no event tells of it.
CREATE FUNCTION update_backoffice_alert_preference() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = notification, pg_temp AS $$
BEGIN
  UPDATE alert_preferences SET email_alerts = NEW.email_alerts
  WHERE user_id = OLD.user_id AND product_id = OLD.product_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;

REVOKE EXECUTE ON FUNCTION update_backoffice_alert_preference FROM PUBLIC;

CREATE TRIGGER alert_preferences_update INSTEAD OF UPDATE ON backoffice.alert_preferences
  FOR EACH ROW EXECUTE FUNCTION update_backoffice_alert_preference();

GRANT SELECT ON backoffice.recipients, backoffice.alert_preferences, backoffice.deliveries,
  backoffice.mailings, backoffice.suppressions, backoffice.contact_messages
  TO cairn_sql_reader, cairn_sql_updater;
GRANT UPDATE (email_alerts) ON backoffice.alert_preferences TO cairn_sql_updater;

-- Down Migration
DROP VIEW backoffice.recipients, backoffice.alert_preferences, backoffice.deliveries,
  backoffice.mailings, backoffice.suppressions, backoffice.contact_messages;
DROP FUNCTION update_backoffice_alert_preference;
