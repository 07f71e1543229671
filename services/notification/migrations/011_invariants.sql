-- Up Migration

GRANT SELECT (purchase_id, user_id, is_held) ON places TO cairn_invariants;
GRANT SELECT (user_id) ON recipients, alert_preferences, phones, phone_codes TO cairn_invariants;
GRANT SELECT (tries) ON phone_codes TO cairn_invariants;
GRANT SELECT (id, event_id, template, channel, state, attempts, started_at)
  ON deliveries TO cairn_invariants;
GRANT SELECT (id, total) ON mailings TO cairn_invariants;

-- Down Migration
REVOKE SELECT (id, total) ON mailings FROM cairn_invariants;
REVOKE SELECT (id, event_id, template, channel, state, attempts, started_at)
  ON deliveries FROM cairn_invariants;
REVOKE SELECT (tries) ON phone_codes FROM cairn_invariants;
REVOKE SELECT (user_id) ON recipients, alert_preferences, phones, phone_codes
  FROM cairn_invariants;
REVOKE SELECT (purchase_id, user_id, is_held) ON places FROM cairn_invariants;
