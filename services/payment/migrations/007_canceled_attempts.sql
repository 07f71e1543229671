-- Up Migration

-- offer_version: of the hunt whose price the attempt has. cancel_reason and canceled_at: why and when
-- the attempt was canceled here; a charge that arrives later is judged by them.
ALTER TABLE payment_attempts
  ADD COLUMN offer_version integer,
  ADD COLUMN canceled_at timestamptz,
  ADD COLUMN cancel_reason text CHECK (cancel_reason IN
    ('price_changed', 'hunt_closed', 'user_suspended', 'user_deleted', 'card_declined'));

CREATE INDEX payment_attempts_open_of_product ON payment_attempts (product_id)
  WHERE state = 'open';

-- Down Migration
DROP INDEX payment_attempts_open_of_product;
ALTER TABLE payment_attempts
  DROP COLUMN offer_version, DROP COLUMN canceled_at, DROP COLUMN cancel_reason;
