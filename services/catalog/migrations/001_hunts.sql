-- Up Migration

-- `version` grows with every change of what anybody may see; the newest snapshot of a hunt wins
-- wherever it is kept. `position` is the order of the list.
CREATE TABLE hunts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  handle text NOT NULL UNIQUE CHECK (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(handle) <= 80),
  title text NOT NULL,
  region text NOT NULL,
  description text NOT NULL,
  intro text NOT NULL,
  rules text NOT NULL,
  status text NOT NULL CHECK (status IN ('upcoming', 'active', 'complete')),
  price_cents integer NOT NULL CHECK (price_cents >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  base_value_cents integer NOT NULL CHECK (base_value_cents >= 0),
  bonus_per_purchase_cents integer NOT NULL CHECK (bonus_per_purchase_cents >= 0),
  hidden_at timestamptz,
  completed_at timestamptz,
  search_area jsonb,
  images jsonb NOT NULL DEFAULT '[]',
  position integer NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'complete') = (completed_at IS NOT NULL))
);

CREATE INDEX hunts_order ON hunts (position, created_at, id);

-- A clue or an update is out from `publish_at` on, by the clock of this database. Null is a draft.
CREATE TABLE clues (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  hunt_id uuid NOT NULL REFERENCES hunts,
  kind text NOT NULL CHECK (kind IN ('clue', 'update')),
  number integer NOT NULL CHECK (number > 0),
  title text NOT NULL,
  body_html text NOT NULL,
  publish_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (hunt_id, kind, number)
);

CREATE INDEX clues_publish_at ON clues (hunt_id, publish_at);

-- Down Migration
DROP TABLE clues, hunts;
