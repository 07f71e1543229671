-- Up Migration

-- One row for each login. The login token names it, and logout ends it.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The user's at the login: once the user's is higher, the session has ended.
  token_version integer NOT NULL,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- The token's. The row is deleted after it.
  expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_ended_at ON sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Down Migration

DROP TABLE sessions;
