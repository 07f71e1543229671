-- Up Migration

-- Whom a message can reach: a copy of what auth publishes. The highest version wins.
CREATE TABLE recipients (
  user_id uuid PRIMARY KEY,
  email text NOT NULL,
  first_name text,
  email_verified boolean NOT NULL,
  status text NOT NULL,
  version integer NOT NULL
);

-- One row for each hunt that a user has joined.
CREATE TABLE alert_preferences (
  user_id uuid NOT NULL,
  product_id uuid NOT NULL,
  product_title text NOT NULL,
  region text NOT NULL,
  handle text NOT NULL,
  email_alerts boolean NOT NULL DEFAULT true,
  sms_alerts boolean NOT NULL DEFAULT false,
  last_notified_at timestamptz,
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, product_id)
);

-- The ledger: a row is written before a provider is called and closed after (P-3.1).
-- pending -> sending -> sent | failed | maybe_sent, or back to pending for another try.
CREATE TABLE deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- One event asks for one message of each template, however often it comes.
  event_id uuid NOT NULL,
  template text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  user_id uuid NOT NULL,
  -- Set for mails that go to an address other than the recipient's present one; emptied at the end.
  address text,
  -- What the template needs. Never an address, a token or a body.
  variables jsonb NOT NULL DEFAULT '{}',
  sealed_token text,
  expires_at timestamptz,
  state text NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'sending', 'sent', 'failed', 'maybe_sent')),
  attempts integer NOT NULL DEFAULT 0,
  -- While pending: when it may be queued (again). Moved on by whoever queues it.
  next_try_at timestamptz NOT NULL DEFAULT now(),
  provider_message_id text,
  last_error text,
  traceparent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  UNIQUE (event_id, template)
);

CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE state = 'pending';
CREATE INDEX deliveries_in_flight ON deliveries (started_at) WHERE state = 'sending';
CREATE INDEX deliveries_of_user ON deliveries (user_id, created_at);

-- Down Migration
DROP TABLE deliveries, alert_preferences, recipients;
