-- Up Migration
SET LOCAL lock_timeout = '2s';

ALTER TABLE contact_messages
  ADD COLUMN status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'closed'));

CREATE TABLE contact_answers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  message_id uuid NOT NULL REFERENCES contact_messages ON DELETE CASCADE,
  admin_id text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX contact_answers_of_message ON contact_answers (message_id, created_at);

-- Down Migration
DROP TABLE contact_answers;
ALTER TABLE contact_messages DROP COLUMN status;
