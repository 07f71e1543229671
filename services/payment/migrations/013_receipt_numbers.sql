-- Up Migration
SET LOCAL lock_timeout = '2s';

-- CRN-2026-000123: a sequence without gaps for each year (UTC) in which purchases are recorded.
CREATE TABLE receipt_counters (
  year integer PRIMARY KEY,
  last_number integer NOT NULL
);

ALTER TABLE purchases ADD COLUMN receipt_number text;

CREATE FUNCTION format_receipt_number(year integer, number bigint) RETURNS text LANGUAGE sql IMMUTABLE
RETURN format('CRN-%s-%s', year, lpad(number::text, greatest(6, length(number::text)), '0'));

-- Numbers every insert, also one of an earlier release. The lock of the counter is held until the end
-- of the transaction: a rollback returns the number, and a second insert of the same charge sees the
-- first one. A row that conflicts takes no number; the unique indexes then refuse it.
CREATE FUNCTION assign_receipt_number() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
DECLARE
  receipt_year integer := extract(year FROM NEW.created_at AT TIME ZONE 'UTC');
  given_number integer;
BEGIN
  INSERT INTO receipt_counters (year, last_number) VALUES (receipt_year, 0) ON CONFLICT DO NOTHING;
  PERFORM FROM receipt_counters WHERE year = receipt_year FOR UPDATE;
  IF EXISTS (SELECT FROM purchases WHERE stripe_payment_intent_id = NEW.stripe_payment_intent_id)
    OR NEW.status IN ('completed', 'refund_pending', 'disputed') AND EXISTS (
      SELECT FROM purchases WHERE user_id = NEW.user_id AND product_id = NEW.product_id
        AND status IN ('completed', 'refund_pending', 'disputed')) THEN
    RETURN NEW;
  END IF;
  UPDATE receipt_counters SET last_number = last_number + 1 WHERE year = receipt_year
    RETURNING last_number INTO given_number;
  NEW.receipt_number := format_receipt_number(receipt_year, given_number);
  NEW.recorded_event :=
    jsonb_set(NEW.recorded_event, '{data,receiptNumber}', to_jsonb(NEW.receipt_number));
  RETURN NEW;
END $$;

CREATE TRIGGER purchases_assign_receipt_number BEFORE INSERT ON purchases
  FOR EACH ROW EXECUTE FUNCTION assign_receipt_number();

CREATE FUNCTION refuse_receipt_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the receipt number % cannot change', OLD.receipt_number;
END $$;

CREATE TRIGGER purchases_keep_receipt_number BEFORE UPDATE OF receipt_number ON purchases
  FOR EACH ROW WHEN (OLD.receipt_number IS NOT NULL) EXECUTE FUNCTION refuse_receipt_number();

-- The triggers block inserts until the commit, so this reserves a number for each recorded purchase.
INSERT INTO receipt_counters (year, last_number)
  SELECT extract(year FROM created_at AT TIME ZONE 'UTC'), count(*) FROM purchases GROUP BY 1;

CREATE OR REPLACE VIEW backoffice.purchases AS
  SELECT id, user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
    stripe_payment_intent_id, status, dispute, is_refund_pending, refunded_at, created_at,
    handed_over_at, receipt_number
  FROM purchases;

REVOKE EXECUTE ON FUNCTION format_receipt_number, assign_receipt_number, refuse_receipt_number
  FROM PUBLIC;

-- Down Migration
DROP VIEW backoffice.purchases;
CREATE VIEW backoffice.purchases AS
  SELECT id, user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
    stripe_payment_intent_id, status, dispute, is_refund_pending, refunded_at, created_at,
    handed_over_at
  FROM purchases;
GRANT SELECT ON backoffice.purchases TO cairn_sql_reader, cairn_sql_updater;
DROP TRIGGER purchases_keep_receipt_number ON purchases;
DROP TRIGGER purchases_assign_receipt_number ON purchases;
DROP FUNCTION refuse_receipt_number, assign_receipt_number, format_receipt_number;
ALTER TABLE purchases DROP COLUMN receipt_number;
DROP TABLE receipt_counters;
