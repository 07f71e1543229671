-- Up Migration

-- The SQL tool may read what staff did, and its own runs among it; nobody can change it.
CREATE VIEW backoffice.activities AS
  SELECT id, admin_id, action, subject_type, subject_id, before, after, acted_at FROM activities;

GRANT SELECT ON backoffice.activities TO cairn_sql_reader, cairn_sql_updater;

-- Down Migration
DROP VIEW backoffice.activities;
