-- Up Migration
SET LOCAL lock_timeout = '2s';

-- CRN-2026-000123: a sequence without gaps for each year (UTC) in which purchases are recorded.
ALTER TABLE purchases ADD COLUMN receipt_number text;

CREATE FUNCTION format_receipt_number(year integer, number bigint) RETURNS text LANGUAGE sql IMMUTABLE
RETURN format('CRN-%s-%s', year, lpad(number::text, greatest(6, length(number::text)), '0'));

-- Numbers every insert, also one of an earlier release. The lock is held until the end of the
-- transaction: a rollback returns the number, and a second insert of the same charge sees the first
-- one. A row that conflicts takes no number; the unique indexes then refuse it. Plans are cached, so
-- they must use the indexes also when they were made for an empty table.
CREATE FUNCTION assign_receipt_number() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET enable_seqscan = off AS $$
DECLARE
  year integer := extract(year FROM NEW.created_at AT TIME ZONE 'UTC');
  last_number bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('payment:receipt-numbers', 0));
  IF EXISTS (SELECT FROM purchases WHERE stripe_payment_intent_id = NEW.stripe_payment_intent_id)
    OR NEW.status IN ('completed', 'refund_pending', 'disputed') AND EXISTS (
      SELECT FROM purchases WHERE user_id = NEW.user_id AND product_id = NEW.product_id
        AND status IN ('completed', 'refund_pending', 'disputed')) THEN
    RETURN NEW;
  END IF;
  SELECT substring(receipt_number FROM 10) INTO last_number FROM purchases
    WHERE receipt_number LIKE format('CRN-%s-%%', year)
    ORDER BY length(receipt_number) DESC, receipt_number COLLATE "C" DESC LIMIT 1;
  IF NOT FOUND THEN
    -- The purchases of earlier releases, which have no number yet, come first.
    SELECT count(*) INTO last_number FROM purchases
      WHERE created_at >= make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC')
        AND created_at < make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC');
  END IF;
  NEW.receipt_number := format_receipt_number(year, last_number + 1);
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
