-- Up Migration

CREATE TABLE users (
  id uuid PRIMARY KEY,
  -- Trimmed and in lower case by the contract: one mailbox, one account.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  -- argon2id in PHC format.
  password_hash text NOT NULL,
  first_name text,
  last_name text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  email_verified boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false,
  -- Login tokens carry it; older ones are refused.
  token_version integer NOT NULL DEFAULT 1 CHECK (token_version > 0),
  -- Grows with every change that an event tells of.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login timestamptz
);

-- The account list: newest first, all or those of one status; searched by the beginning of the
-- address or of a name.
CREATE INDEX users_created_at ON users (created_at DESC, id DESC);
CREATE INDEX users_status_created_at ON users (status, created_at DESC, id DESC);
CREATE INDEX users_email_prefix ON users (email text_pattern_ops);
CREATE INDEX users_full_name_prefix
  ON users (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) text_pattern_ops);
CREATE INDEX users_last_name_prefix ON users (lower(last_name) text_pattern_ops);

-- The link of the newest verification mail of a user: one row a user, so that a newer link voids
-- the older, and a used one is gone.
CREATE TABLE verification_tokens (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the token, which itself is in the mail only.
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  expires_at timestamptz NOT NULL
);

-- Down Migration
DROP TABLE verification_tokens, users;
