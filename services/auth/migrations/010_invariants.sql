-- Up Migration

GRANT SELECT (id, created_at) ON users TO cairn_invariants;
GRANT SELECT (purchase_id, user_id, status) ON user_products TO cairn_invariants;

-- Down Migration
REVOKE SELECT (id, created_at) ON users FROM cairn_invariants;
REVOKE SELECT (purchase_id, user_id, status) ON user_products FROM cairn_invariants;
