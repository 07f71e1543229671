-- Up Migration

-- Links of all purposes alike: a newer one voids the older of its purpose, and a used one is gone.
ALTER TABLE verification_tokens RENAME TO link_tokens;
ALTER TABLE link_tokens ADD COLUMN purpose text NOT NULL DEFAULT 'verification'
  CHECK (purpose IN ('verification', 'password_reset'));
ALTER TABLE link_tokens ALTER COLUMN purpose DROP DEFAULT;
ALTER TABLE link_tokens DROP CONSTRAINT verification_tokens_pkey;
ALTER TABLE link_tokens ADD PRIMARY KEY (user_id, purpose);

-- Null while no password opens the account: two sign-ups of an unverified address disagreed.
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;

-- Whose login tokens have ended, up to which version; kept until the last of them has expired.
-- No foreign key, since the tokens of a deleted user end, too.
CREATE TABLE revocations (
  user_id uuid PRIMARY KEY,
  lowest_version integer NOT NULL CHECK (lowest_version > 0),
  revoked_at timestamptz NOT NULL
);

CREATE INDEX revocations_revoked_at ON revocations (revoked_at);

-- Triggers, so that no statement that changes a role or a status can forget it.
CREATE FUNCTION end_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.token_version := greatest(NEW.token_version, OLD.token_version + 1);
  RETURN NEW;
END $$;

CREATE TRIGGER users_end_tokens BEFORE UPDATE ON users FOR EACH ROW
  WHEN (NEW.status <> OLD.status OR NEW.is_admin <> OLD.is_admin)
  EXECUTE FUNCTION end_tokens();

CREATE FUNCTION note_revocation() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO revocations AS known (user_id, lowest_version, revoked_at)
  VALUES (
    OLD.id,
    -- Of a user who is gone no version is valid.
    CASE TG_OP WHEN 'DELETE' THEN 2147483647 ELSE NEW.token_version END,
    clock_timestamp()
  )
  ON CONFLICT (user_id) DO UPDATE SET
    lowest_version = greatest(known.lowest_version, excluded.lowest_version),
    revoked_at = excluded.revoked_at;
  RETURN NULL;
END $$;

CREATE TRIGGER users_note_revocation AFTER UPDATE ON users FOR EACH ROW
  WHEN (NEW.token_version > OLD.token_version)
  EXECUTE FUNCTION note_revocation();

CREATE TRIGGER users_note_deletion AFTER DELETE ON users FOR EACH ROW
  EXECUTE FUNCTION note_revocation();

-- Down Migration
DROP TRIGGER users_note_deletion ON users;
DROP TRIGGER users_note_revocation ON users;
DROP TRIGGER users_end_tokens ON users;
DROP FUNCTION note_revocation, end_tokens;
DROP TABLE revocations;
DELETE FROM link_tokens WHERE purpose <> 'verification';
ALTER TABLE link_tokens DROP CONSTRAINT link_tokens_pkey;
ALTER TABLE link_tokens DROP COLUMN purpose;
ALTER TABLE link_tokens ADD CONSTRAINT verification_tokens_pkey PRIMARY KEY (user_id);
ALTER TABLE link_tokens RENAME TO verification_tokens;
