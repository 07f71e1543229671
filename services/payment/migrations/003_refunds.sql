-- Up Migration

-- dispute, refunded_at, is_refund_pending: as the last look at Stripe found them. looks_begun numbers the looks, and
-- look_applied is the newest that was written, so that an older one that comes late changes nothing.
ALTER TABLE purchases
  ADD COLUMN dispute text CHECK (dispute IN ('open', 'won', 'lost')),
  ADD COLUMN refunded_at timestamptz,
  ADD COLUMN is_refund_pending boolean NOT NULL DEFAULT false,
  ADD COLUMN looks_begun integer NOT NULL DEFAULT 0,
  ADD COLUMN look_applied integer NOT NULL DEFAULT 0;

CREATE INDEX purchases_created ON purchases (created_at);
CREATE INDEX purchases_in_motion ON purchases (id) WHERE status IN ('refund_pending', 'disputed');

-- A refund that we ask Stripe for: by an admin, or by itself where nobody is named. It is written
-- before Stripe is called and closed after, so that no crash loses it; its id (with the number of
-- broken answers, which Stripe repeats for a known key) is the idempotency key.
CREATE TABLE refund_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purchase_id uuid NOT NULL REFERENCES purchases (id),
  admin_id text,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'made', 'refused')),
  tries integer NOT NULL DEFAULT 0,
  broken_answers integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_at timestamptz
);

CREATE UNIQUE INDEX refund_requests_one_open ON refund_requests (purchase_id) WHERE state = 'open';
CREATE INDEX refund_requests_due ON refund_requests (next_try_at) WHERE state = 'open';

-- What was rejected before refunds were made here goes back now.
INSERT INTO refund_requests (purchase_id, reason)
  SELECT id, 'rejected' FROM purchases WHERE status = 'rejected';

CREATE TABLE reconciliations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  summary jsonb NOT NULL
);

-- Down Migration
DROP TABLE reconciliations, refund_requests;
DROP INDEX purchases_in_motion, purchases_created;
ALTER TABLE purchases
  DROP COLUMN dispute, DROP COLUMN refunded_at, DROP COLUMN is_refund_pending,
  DROP COLUMN looks_begun, DROP COLUMN look_applied;
