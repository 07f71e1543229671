-- Up Migration

-- For the receipt: what Stripe names the card by, as every till slip does. No more of it is kept, and
-- both go with the account.
ALTER TABLE purchases
  ADD COLUMN card_brand text,
  ADD COLUMN card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$');

-- When the intent of an attempt that was given up for its user is to be canceled at Stripe; null
-- where nothing is left to do.
ALTER TABLE payment_attempts
  ADD COLUMN cancel_due_at timestamptz,
  ADD COLUMN cancel_tries integer NOT NULL DEFAULT 0;

CREATE INDEX payment_attempts_cancel_due ON payment_attempts (cancel_due_at)
  WHERE cancel_due_at IS NOT NULL;

-- Down Migration
DROP INDEX payment_attempts_cancel_due;
ALTER TABLE payment_attempts DROP COLUMN cancel_due_at, DROP COLUMN cancel_tries;
ALTER TABLE purchases DROP COLUMN card_brand, DROP COLUMN card_last4;
