-- Up Migration

-- Who entered the right code first. Only the finder holds the secret; here is an HMAC of it, and one
-- of the code that it won with, so that the same try gets the same answer for ever.
CREATE TABLE claims (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  hunt_id uuid NOT NULL REFERENCES hunts,
  secret_hmac bytea NOT NULL CHECK (length(secret_hmac) = 32),
  code_hmac bytea NOT NULL CHECK (length(code_hmac) = 32),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'verified', 'rejected')),
  note text,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'open') = (decided_at IS NULL))
);

-- At most one winner a hunt, whatever the code above does.
CREATE UNIQUE INDEX claims_one_winner ON claims (hunt_id) WHERE state <> 'rejected';
CREATE INDEX claims_secret ON claims (hunt_id, secret_hmac, code_hmac);
CREATE INDEX claims_newest ON claims (created_at DESC, id DESC);

-- The prize stays as it was when the hunt was won.
ALTER TABLE hunts ADD COLUMN frozen_bonus_cents bigint CHECK (frozen_bonus_cents >= 0);
-- Salt and code may be shown from this moment on.
ALTER TABLE treasure_codes ADD COLUMN revealed_at timestamptz;

-- Codes that a rejected claim ended: nothing about them is a secret any more.
CREATE TABLE ended_codes (
  claim_id uuid PRIMARY KEY REFERENCES claims,
  hunt_id uuid NOT NULL REFERENCES hunts,
  sealed_code text NOT NULL,
  sealed_salt text NOT NULL,
  commitment text NOT NULL,
  committed_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_codes_hunt ON ended_codes (hunt_id, ended_at DESC);

-- Every code that was entered, right or wrong, and never the code itself. The hash of the address is
-- keyed, so that it says only whether two tries came from one place.
CREATE TABLE code_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('treasure', 'stash')),
  hunt_id uuid REFERENCES hunts,
  address_hash bytea NOT NULL CHECK (length(address_hash) = 32),
  is_right boolean NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX code_attempts_hunt ON code_attempts (hunt_id, attempted_at);

CREATE FUNCTION refuse_to_change_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'attempts are only ever added' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER code_attempts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON code_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_attempts();

-- Down Migration
DROP TABLE code_attempts;
DROP FUNCTION refuse_to_change_attempts;
DROP TABLE ended_codes;
ALTER TABLE treasure_codes DROP COLUMN revealed_at;
ALTER TABLE hunts DROP COLUMN frozen_bonus_cents;
DROP TABLE claims;
