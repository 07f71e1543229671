-- Up Migration

ALTER TABLE mailings DROP CONSTRAINT mailings_state_check;
ALTER TABLE mailings
  ADD CONSTRAINT mailings_state_check
    CHECK (state IN ('scheduled', 'sending', 'paused', 'stopped', 'finished')),
  -- When a scheduled mailing begins, or began; null for one that was sent at once.
  ADD COLUMN send_at timestamptz,
  -- The addresses that staff named for a scheduled mailing; null once it has begun or was stopped.
  ADD COLUMN addresses text[],
  -- The conditions on its recipients; null where an earlier version of the service wrote hunt_id.
  ADD COLUMN segment jsonb,
  ADD CONSTRAINT mailings_scheduled CHECK (state <> 'scheduled' OR send_at IS NOT NULL),
  ADD CONSTRAINT mailings_addresses CHECK (state = 'scheduled' OR addresses IS NULL);

CREATE OR REPLACE TRIGGER mailings_due AFTER INSERT OR UPDATE OF state, send_at ON mailings
  FOR EACH ROW EXECUTE FUNCTION notify_due();

-- What staff begin a mailing with.
CREATE TABLE mailing_templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The admin, by id.
  created_by text NOT NULL,
  name text NOT NULL,
  subject text NOT NULL,
  -- Sanitised.
  html text NOT NULL,
  segment jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX mailing_templates_by_name ON mailing_templates (lower(name));

-- Down Migration
DROP TABLE mailing_templates;
UPDATE mailings SET state = 'stopped', finished_at = now(), addresses = NULL
  WHERE state = 'scheduled';
CREATE OR REPLACE TRIGGER mailings_due AFTER INSERT OR UPDATE OF state ON mailings
  FOR EACH ROW EXECUTE FUNCTION notify_due();
ALTER TABLE mailings
  DROP CONSTRAINT mailings_scheduled, DROP CONSTRAINT mailings_addresses,
  DROP COLUMN send_at, DROP COLUMN addresses, DROP COLUMN segment,
  DROP CONSTRAINT mailings_state_check;
ALTER TABLE mailings
  ADD CONSTRAINT mailings_state_check CHECK (state IN ('sending', 'paused', 'stopped', 'finished'));
