-- Up Migration

-- Tries of codes are out of the SQL tool's reach; only ever added, and read by nobody through it.
DROP VIEW backoffice.code_attempts;

-- Nothing of a hunt that is not open is out, whatever its time says.
CREATE OR REPLACE VIEW backoffice.clues AS
  SELECT c.id, c.hunt_id, c.kind, c.number,
    CASE WHEN c.publish_at <= now() AND h.status <> 'upcoming' THEN c.title END AS title,
    CASE WHEN c.publish_at <= now() AND h.status <> 'upcoming' THEN c.body_html END AS body_html,
    c.publish_at, c.announced_at, c.created_at
  FROM clues c JOIN hunts h ON h.id = c.hunt_id;

-- Down Migration
CREATE OR REPLACE VIEW backoffice.clues AS
  SELECT id, hunt_id, kind, number,
    CASE WHEN publish_at <= now() THEN title END AS title,
    CASE WHEN publish_at <= now() THEN body_html END AS body_html,
    publish_at, announced_at, created_at
  FROM clues;
CREATE VIEW backoffice.code_attempts AS
  SELECT id, kind, hunt_id, is_right, attempted_at FROM code_attempts;
GRANT SELECT ON backoffice.code_attempts TO cairn_sql_reader, cairn_sql_updater;
