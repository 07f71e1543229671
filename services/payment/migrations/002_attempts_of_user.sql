-- Up Migration
CREATE INDEX payment_attempts_user ON payment_attempts (user_id, created_at DESC);

-- Down Migration
DROP INDEX payment_attempts_user;
