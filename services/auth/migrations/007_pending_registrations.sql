-- Up Migration

-- The newest sign-up for an address that has not been confirmed by a mailed link. Written for known
-- and unknown addresses alike, so that sign-up followed by login answers the same for both (P-4.9).
CREATE TABLE pending_registrations (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- argon2id in PHC format. Login compares it, but only a verification link makes it the password.
  password_hash text NOT NULL,
  -- Two sign-ups sent different passwords: the link then sets none (decision 005).
  is_disputed boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_registrations_expires_at ON pending_registrations (expires_at);

-- Accounts that never confirmed their address: their password is pending as well.
INSERT INTO pending_registrations (user_id, password_hash, expires_at)
SELECT id, password_hash, now() + interval '7 days' FROM users
WHERE NOT email_verified AND last_login IS NULL AND password_hash IS NOT NULL;
UPDATE users SET password_hash = NULL FROM pending_registrations WHERE user_id = id;

-- Down Migration

UPDATE users SET password_hash = pending.password_hash FROM pending_registrations AS pending
WHERE user_id = id AND users.password_hash IS NULL AND NOT is_disputed;
DROP TABLE pending_registrations;
