-- Up Migration

-- Users who are gone, by id alone: what is told of them late must bring nothing back.
CREATE TABLE erased_users (
  user_id text PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now()
);

-- By which the events of one user are found when they go.
CREATE INDEX outbox_of_user ON outbox (key) WHERE topic = 'users';

-- Down Migration
DROP INDEX outbox_of_user;
DROP TABLE erased_users;
