-- Up Migration
SET LOCAL lock_timeout = '2s';

-- CRN-2026-000123: the year (UTC) of recording and a number that rises over all years. A sequence
-- holds no lock until the commit; a rollback and a repeated insert leave a gap.
ALTER TABLE purchases ADD COLUMN receipt_number text;

CREATE SEQUENCE receipt_numbers;
-- The purchases of earlier releases get the numbers before it (020).
SELECT setval('receipt_numbers', greatest(count(*), 1), count(*) > 0) FROM purchases;

CREATE FUNCTION format_receipt_number(created_at timestamptz, number bigint) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN format('CRN-%s-%s', extract(year FROM created_at AT TIME ZONE 'UTC'),
  lpad(number::text, greatest(6, length(number::text)), '0'));

-- Numbers every insert, also one of an earlier release. A row that is copied from another database
-- keeps its number.
CREATE FUNCTION assign_receipt_number() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
BEGIN
  NEW.receipt_number := format_receipt_number(NEW.created_at, nextval('receipt_numbers'));
  NEW.recorded_event :=
    jsonb_set(NEW.recorded_event, '{data,receiptNumber}', to_jsonb(NEW.receipt_number));
  RETURN NEW;
END $$;

CREATE TRIGGER purchases_assign_receipt_number BEFORE INSERT ON purchases
  FOR EACH ROW WHEN (NEW.receipt_number IS NULL) EXECUTE FUNCTION assign_receipt_number();

CREATE FUNCTION refuse_receipt_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the receipt number % cannot change', OLD.receipt_number;
END $$;

CREATE TRIGGER purchases_keep_receipt_number BEFORE UPDATE OF receipt_number ON purchases
  FOR EACH ROW WHEN (OLD.receipt_number IS NOT NULL) EXECUTE FUNCTION refuse_receipt_number();

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
DROP SEQUENCE receipt_numbers;
ALTER TABLE purchases DROP COLUMN receipt_number;
