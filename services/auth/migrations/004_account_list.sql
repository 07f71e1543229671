-- Up Migration

-- What a search by name looks at, so that indexes can hold it; null where there is no name. In "C",
-- in which the beginning of a text is a range of an index.
ALTER TABLE users
  ADD COLUMN full_name_key text COLLATE "C" GENERATED ALWAYS AS
    (nullif(btrim(lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))), '')) STORED,
  ADD COLUMN last_name_key text COLLATE "C" GENERATED ALWAYS AS (lower(last_name)) STORED;

DROP INDEX users_created_at, users_status_created_at, users_email_prefix, users_full_name_prefix,
  users_last_name_prefix;

-- The account list: in each of its orders, and by each beginning that it searches for. Every index
-- holds all that the list filters by, so that skipping to any page and counting read no row.
CREATE INDEX users_by_creation ON users (created_at, id)
  INCLUDE (status, email, full_name_key, last_name_key);
CREATE INDEX users_by_email ON users (email COLLATE "C", id)
  INCLUDE (status, full_name_key, last_name_key);
CREATE INDEX users_by_name ON users (full_name_key, id)
  INCLUDE (status, email, last_name_key);
CREATE INDEX users_by_last_name ON users (last_name_key)
  INCLUDE (id, status, email, full_name_key);
-- Who never logged in comes before all who did.
CREATE INDEX users_by_login ON users (last_login NULLS FIRST, id)
  INCLUDE (status, email, full_name_key, last_name_key);
CREATE INDEX users_by_status ON users (status, created_at, id)
  INCLUDE (email, full_name_key, last_name_key);

-- They are few, and locked before one of them is unmade.
CREATE INDEX users_admins ON users (id) WHERE is_admin;

-- Down Migration
DROP INDEX users_admins;
DROP INDEX users_by_creation, users_by_email, users_by_name, users_by_last_name, users_by_login,
  users_by_status;
ALTER TABLE users DROP COLUMN full_name_key, DROP COLUMN last_name_key;
CREATE INDEX users_created_at ON users (created_at DESC, id DESC);
CREATE INDEX users_status_created_at ON users (status, created_at DESC, id DESC);
CREATE INDEX users_email_prefix ON users (email text_pattern_ops);
CREATE INDEX users_full_name_prefix
  ON users (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) text_pattern_ops);
CREATE INDEX users_last_name_prefix ON users (lower(last_name) text_pattern_ops);
