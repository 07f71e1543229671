-- Up Migration

-- The SQL tool may also switch SMS alerts off. Switching them on needs a phone that its owner has
-- confirmed and that did not send STOP, which the user's own call checks.
CREATE OR REPLACE FUNCTION update_backoffice_alert_preference() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = notification, pg_temp AS $$
DECLARE changed alert_preferences%ROWTYPE;
BEGIN
  IF NEW.email_alerts IS NULL OR NEW.sms_alerts IS NULL THEN
    RAISE EXCEPTION 'Alerts are true or false' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.sms_alerts AND NOT OLD.sms_alerts THEN
    RAISE EXCEPTION 'SMS alerts can only be switched off here' USING ERRCODE = 'check_violation';
  END IF;
  UPDATE alert_preferences SET
    email_alerts = CASE WHEN NEW.email_alerts <> OLD.email_alerts
      THEN NEW.email_alerts ELSE email_alerts END,
    sms_alerts = sms_alerts AND NEW.sms_alerts
  WHERE user_id = OLD.user_id AND product_id = OLD.product_id AND is_member
  RETURNING * INTO changed;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This user is not in that hunt' USING ERRCODE = 'check_violation';
  END IF;
  NEW.email_alerts := changed.email_alerts;
  NEW.sms_alerts := changed.sms_alerts;
  RETURN NEW;
END $$;

GRANT UPDATE (sms_alerts) ON backoffice.alert_preferences TO cairn_sql_updater;

-- Down Migration
REVOKE UPDATE (sms_alerts) ON backoffice.alert_preferences FROM cairn_sql_updater;
CREATE OR REPLACE FUNCTION update_backoffice_alert_preference() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = notification, pg_temp AS $$
BEGIN
  UPDATE alert_preferences SET email_alerts = NEW.email_alerts
  WHERE user_id = OLD.user_id AND product_id = OLD.product_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
