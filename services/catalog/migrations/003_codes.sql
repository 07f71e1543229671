-- Up Migration

-- No code, salt or phrase can be read here: codes are found by an HMAC, and what must be shown one
-- day is sealed, both under keys outside the database.
CREATE TABLE treasure_codes (
  hunt_id uuid PRIMARY KEY REFERENCES hunts,
  code_hmac bytea NOT NULL CHECK (length(code_hmac) = 32),
  sealed_code text NOT NULL,
  sealed_salt text NOT NULL,
  -- hex SHA-256 of the salt's 32 bytes followed by the normalised code; public from committed_at on
  commitment text NOT NULL CHECK (commitment ~ '^[0-9a-f]{64}$'),
  committed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A stash is looked up by its code among all hunts.
CREATE TABLE stashes (
  hunt_id uuid PRIMARY KEY REFERENCES hunts,
  code_hmac bytea NOT NULL UNIQUE CHECK (length(code_hmac) = 32),
  sealed_phrase text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Down Migration
DROP TABLE stashes, treasure_codes;
