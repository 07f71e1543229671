-- Up Migration

GRANT SELECT (purchase_id, hunt_id, user_id, status, bonus_cents) ON memberships TO cairn_invariants;
GRANT SELECT (id, hunt_id, state) ON claims TO cairn_invariants;
GRANT SELECT (id, status) ON hunts TO cairn_invariants;

-- Down Migration
REVOKE SELECT (purchase_id, hunt_id, user_id, status, bonus_cents) ON memberships
  FROM cairn_invariants;
REVOKE SELECT (id, hunt_id, state) ON claims FROM cairn_invariants;
REVOKE SELECT (id, status) ON hunts FROM cairn_invariants;
