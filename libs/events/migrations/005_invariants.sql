-- Up Migration

-- The role that checks invariants compares the ids of published events with those of the inboxes.
DO $$ BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO cairn_invariants', current_schema());
END $$;
GRANT SELECT (position, id, type, published_at) ON outbox TO cairn_invariants;
GRANT SELECT (event_id) ON inbox TO cairn_invariants;
GRANT SELECT (user_id) ON erased_users TO cairn_invariants;

-- Down Migration
REVOKE SELECT (position, id, type, published_at) ON outbox FROM cairn_invariants;
REVOKE SELECT (event_id) ON inbox FROM cairn_invariants;
REVOKE SELECT (user_id) ON erased_users FROM cairn_invariants;
DO $$ BEGIN
  EXECUTE format('REVOKE USAGE ON SCHEMA %I FROM cairn_invariants', current_schema());
END $$;
