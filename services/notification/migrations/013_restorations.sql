-- Up Migration

-- When this database was restored from a backup. Written by infra/local/backup/after-restore.sql.
CREATE TABLE restorations (
  restored_at timestamptz PRIMARY KEY
);

-- Whether messages about a fact of this time may have been sent by rows that a restore lost.
CREATE FUNCTION precedes_restoration(happened_at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(happened_at <= (SELECT max(restored_at) FROM restorations), false)
$$;

-- Down Migration
DROP FUNCTION precedes_restoration;
DROP TABLE restorations;
