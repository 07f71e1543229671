-- Up Migration

-- What the SQL tool may see (DESIGN 1): no code, no salt, no phrase, no hash of anybody's address, and
-- nothing of a clue before its moment (P-5.5).
-- A hunt is one document with its version wherever it is kept, so it is changed by its page alone.
CREATE VIEW backoffice.hunts AS
  SELECT id, handle, title, region, description, intro, rules, status, price_cents, currency,
    base_value_cents, bonus_per_purchase_cents, frozen_bonus_cents, hidden_at, completed_at,
    search_area, images, position, created_at
  FROM hunts;

CREATE VIEW backoffice.clues AS
  SELECT id, hunt_id, kind, number,
    CASE WHEN publish_at <= now() THEN title END AS title,
    CASE WHEN publish_at <= now() THEN body_html END AS body_html,
    publish_at, announced_at, created_at
  FROM clues;

CREATE VIEW backoffice.memberships AS
  SELECT purchase_id, hunt_id, user_id, status, bonus_cents, created_at, changed_at
  FROM memberships;

CREATE VIEW backoffice.claims AS
  SELECT id, hunt_id, state, note, decided_at, created_at FROM claims;

CREATE VIEW backoffice.code_attempts AS
  SELECT id, kind, hunt_id, is_right, attempted_at FROM code_attempts;

GRANT SELECT ON backoffice.hunts, backoffice.clues, backoffice.memberships, backoffice.claims,
  backoffice.code_attempts TO cairn_sql_reader, cairn_sql_updater;

-- Down Migration
DROP VIEW backoffice.hunts, backoffice.clues, backoffice.memberships, backoffice.claims,
  backoffice.code_attempts;
