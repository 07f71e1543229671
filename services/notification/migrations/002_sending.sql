-- Up Migration

-- What staff write to many. Its recipients are rows of the ledger, and so is how far it is.
CREATE TABLE mailings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The admin, by id.
  created_by text NOT NULL,
  subject text NOT NULL,
  -- Sanitised, with addresses made absolute.
  html text NOT NULL,
  text text NOT NULL,
  total integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'sending' CHECK (state IN ('sending', 'paused', 'stopped', 'finished')),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);

CREATE INDEX mailings_newest ON mailings (created_at DESC, id);
CREATE INDEX mailings_open ON mailings (id) WHERE state = 'sending';

-- Rows of the ledger with the same content, which go to the provider in one call.
CREATE TABLE delivery_batches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The event or the mailing that asked for it, and which thousand of its recipients.
  source_id uuid NOT NULL,
  template text NOT NULL,
  part integer NOT NULL,
  mailing_id uuid REFERENCES mailings,
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  traceparent text,
  -- Nothing of it waits or is being sent.
  closed_at timestamptz,
  UNIQUE (source_id, template, part)
);

CREATE INDEX delivery_batches_due ON delivery_batches (next_try_at) WHERE closed_at IS NULL;
CREATE INDEX delivery_batches_of_mailing ON delivery_batches (mailing_id)
  WHERE mailing_id IS NOT NULL AND closed_at IS NULL;

ALTER TABLE deliveries
  -- Staff, writers of contact messages and single addresses have no account.
  ALTER COLUMN user_id DROP NOT NULL,
  -- Tells recipients without an account apart, since their address goes at the end.
  ADD COLUMN ordinal integer NOT NULL DEFAULT 0,
  -- The hunt that an alert is about.
  ADD COLUMN product_id uuid,
  ADD COLUMN mailing_id uuid REFERENCES mailings,
  -- Rows of a batch are due when it is.
  ADD COLUMN batch_id uuid REFERENCES delivery_batches,
  DROP CONSTRAINT deliveries_state_check,
  ADD CONSTRAINT deliveries_state_check CHECK
    (state IN ('pending', 'sending', 'sent', 'failed', 'maybe_sent', 'suppressed', 'stopped')),
  DROP CONSTRAINT deliveries_event_id_template_key,
  ADD CONSTRAINT deliveries_once
    UNIQUE NULLS NOT DISTINCT (event_id, template, channel, user_id, ordinal);

DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE state = 'pending' AND batch_id IS NULL;
CREATE INDEX deliveries_oldest ON deliveries (created_at) WHERE state = 'pending';
CREATE INDEX deliveries_of_batch ON deliveries (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX deliveries_of_mailing ON deliveries (mailing_id, state) WHERE mailing_id IS NOT NULL;
CREATE INDEX deliveries_newest ON deliveries (created_at DESC, id);
CREATE INDEX deliveries_unfinished ON deliveries (state, created_at DESC)
  WHERE state IN ('failed', 'maybe_sent', 'suppressed', 'stopped');
CREATE INDEX deliveries_without_account ON deliveries (created_at)
  WHERE user_id IS NULL AND address IS NOT NULL;

-- What happened to a message, in order of time. Details hold no address and no content.
CREATE TABLE delivery_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id uuid NOT NULL REFERENCES deliveries ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  what text NOT NULL,
  detail text
);

CREATE INDEX delivery_history_of_delivery ON delivery_history (delivery_id, at);

-- Down Migration
DROP TABLE delivery_history;
DELETE FROM deliveries WHERE user_id IS NULL OR batch_id IS NOT NULL OR state IN ('suppressed', 'stopped');
ALTER TABLE deliveries
  DROP CONSTRAINT deliveries_once,
  DROP CONSTRAINT deliveries_state_check,
  DROP COLUMN ordinal, DROP COLUMN product_id, DROP COLUMN mailing_id, DROP COLUMN batch_id,
  ALTER COLUMN user_id SET NOT NULL,
  ADD CONSTRAINT deliveries_event_id_template_key UNIQUE (event_id, template),
  ADD CONSTRAINT deliveries_state_check CHECK
    (state IN ('pending', 'sending', 'sent', 'failed', 'maybe_sent'));
DROP INDEX deliveries_oldest, deliveries_newest, deliveries_unfinished, deliveries_without_account;
CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE state = 'pending';
DROP TABLE delivery_batches, mailings;
