-- Up Migration

-- Whom a mailing is for is asked again when it is sent: it may have been paused for days.
ALTER TABLE mailings
  -- By name, rather than as one of all users or of a hunt's members.
  ADD COLUMN is_chosen boolean NOT NULL DEFAULT false,
  ADD COLUMN hunt_id text;

-- Staff chose somebody by name who was suspended already, as to tell them why.
ALTER TABLE deliveries ADD COLUMN even_suspended boolean NOT NULL DEFAULT false;

-- Of mailings before this, nobody knows whom they were for.
UPDATE mailings SET is_chosen = true WHERE state IN ('sending', 'paused');

-- Down Migration
ALTER TABLE deliveries DROP COLUMN even_suspended;
ALTER TABLE mailings DROP COLUMN is_chosen, DROP COLUMN hunt_id;
