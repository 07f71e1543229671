-- Up Migration

-- Addresses and numbers that get nothing more of a kind, as a keyed hash: the address itself is not
-- here. An unsubscribe stops bulk mail only; the other causes stop everything on that channel.
CREATE TABLE suppressions (
  address_hash bytea NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  cause text NOT NULL CHECK (cause IN ('unsubscribe', 'bounce', 'spam', 'drop', 'stop')),
  -- Where it is known whose address it is; goes with the user.
  user_id uuid,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (address_hash, channel, cause)
);

CREATE INDEX suppressions_of_user ON suppressions (user_id) WHERE user_id IS NOT NULL;

-- Which purchases give their buyer a place in a hunt. The highest version wins.
CREATE TABLE places (
  purchase_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  product_id uuid NOT NULL,
  is_held boolean NOT NULL,
  version integer NOT NULL
);

CREATE INDEX places_of_user ON places (user_id, product_id);

-- Whether a place of theirs is held: a preference outlives a refund, but nothing is sent for it.
ALTER TABLE alert_preferences
  ADD COLUMN is_member boolean NOT NULL DEFAULT true,
  -- SMS were on when STOP came from the phone: START puts them on again.
  ADD COLUMN sms_stopped boolean NOT NULL DEFAULT false;

CREATE INDEX alert_preferences_of_hunt ON alert_preferences (product_id) WHERE is_member;

-- Numbers that their user has confirmed, in E.164.
CREATE TABLE phones (
  user_id uuid PRIMARY KEY,
  number text NOT NULL,
  verified_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX phones_number ON phones (number);

-- The code that was sent last, as a keyed hash; an older one is void.
CREATE TABLE phone_codes (
  user_id uuid PRIMARY KEY,
  number text NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);

-- What people wrote to staff, for a year or until their account is deleted.
CREATE TABLE contact_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX contact_messages_of_address ON contact_messages (email);
CREATE INDEX contact_messages_age ON contact_messages (created_at);

-- What the providers told, once each, however often they tell it.
CREATE TABLE webhook_events (
  provider text NOT NULL CHECK (provider IN ('sendgrid', 'twilio')),
  event_id text NOT NULL,
  kind text NOT NULL,
  delivery_id uuid,
  -- In the provider's words, without addresses.
  detail text,
  happened_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, event_id)
);

CREATE INDEX webhook_events_of_delivery ON webhook_events (delivery_id) WHERE delivery_id IS NOT NULL;
CREATE INDEX webhook_events_age ON webhook_events (received_at);

-- Down Migration
DROP TABLE webhook_events, contact_messages, phone_codes, phones, places, suppressions;
ALTER TABLE alert_preferences DROP COLUMN is_member, DROP COLUMN sms_stopped;
