-- Up Migration

-- One try of a user to join a hunt, with the terms as they were. The id is the idempotency key at
-- Stripe. The client secret is not kept: it is read again at Stripe when it is needed.
CREATE TABLE payment_attempts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id text NOT NULL,
  product_id text NOT NULL,
  product_title text NOT NULL,
  handle text NOT NULL,
  region text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  bonus_cents integer NOT NULL,
  stripe_payment_intent_id text UNIQUE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'succeeded', 'canceled')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Double clicks, tabs and reloads share one attempt, and so one charge.
CREATE UNIQUE INDEX payment_attempts_one_open ON payment_attempts (user_id, product_id)
  WHERE state = 'open';

-- recorded_event is the very purchase.recorded of the outbox, to be handed to catalog and auth
-- again until both have confirmed it (handed_over_at). Rejected money has none.
CREATE TABLE purchases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id text NOT NULL,
  product_id text NOT NULL,
  product_title text NOT NULL,
  handle text NOT NULL,
  region text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  bonus_cents integer NOT NULL,
  stripe_payment_intent_id text NOT NULL UNIQUE,
  status text NOT NULL
    CHECK (status IN ('completed', 'refund_pending', 'refunded', 'disputed', 'rejected')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_event jsonb,
  handed_over_at timestamptz
);

-- Money that comes twice for one place in a hunt can only be recorded as rejected.
CREATE UNIQUE INDEX purchases_one_place ON purchases (user_id, product_id)
  WHERE status IN ('completed', 'refund_pending', 'disputed');

CREATE INDEX purchases_user ON purchases (user_id, created_at DESC);

-- What Stripe told us, without secrets and personal data. attempts counts the deliveries.
CREATE TABLE stripe_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  payload jsonb NOT NULL,
  outcome text NOT NULL
    CHECK (outcome IN ('recorded', 'ignored', 'unknown', 'mismatch', 'unpaid')),
  attempts integer NOT NULL DEFAULT 1,
  received_at timestamptz NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Down Migration
DROP TABLE stripe_events, purchases, payment_attempts;
