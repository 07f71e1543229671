-- Up Migration

-- Hunts that staff called off: every completed purchase of them gets a refund request.
CREATE TABLE cancelled_hunts (
  product_id text PRIMARY KEY,
  reason text NOT NULL,
  cancelled_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Wakes the loop that requests the refunds.
CREATE TRIGGER cancelled_hunts_inserted AFTER INSERT ON cancelled_hunts
  FOR EACH STATEMENT EXECUTE FUNCTION notify_due();

CREATE INDEX purchases_product ON purchases (product_id, status);
CREATE INDEX refund_requests_purchase ON refund_requests (purchase_id);

-- Down Migration
DROP INDEX refund_requests_purchase, purchases_product;
DROP TABLE cancelled_hunts;
