-- Up Migration

-- One row a purchase, by payment's id and version. A reversal that comes before its purchase leaves
-- a row as well, without a bonus, so that the late purchase cannot bring the membership back.
CREATE TABLE memberships (
  purchase_id text PRIMARY KEY,
  hunt_id uuid NOT NULL REFERENCES hunts,
  user_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('completed', 'refunded', 'disputed')),
  bonus_cents integer CHECK (bonus_cents >= 0),
  version integer NOT NULL CHECK (version > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- The prize is summed from this index alone.
CREATE INDEX memberships_value ON memberships (hunt_id) INCLUDE (bonus_cents)
  WHERE status = 'completed';
CREATE INDEX memberships_user ON memberships (user_id, hunt_id);

-- Down Migration
DROP TABLE memberships;
