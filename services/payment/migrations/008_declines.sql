-- Up Migration

-- declines: declined cards of the attempt's intent. client_address: of the browser, while the attempt
-- is open, for the limit on declined cards.
ALTER TABLE payment_attempts
  ADD COLUMN declines integer NOT NULL DEFAULT 0,
  ADD COLUMN client_address text;

-- Down Migration
ALTER TABLE payment_attempts DROP COLUMN declines, DROP COLUMN client_address;
