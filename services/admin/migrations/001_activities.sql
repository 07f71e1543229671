-- Up Migration

-- Every act of staff, by ids only, as its owner told it. Nothing in it is ever changed.
CREATE TABLE activities (
  -- The id of the event: the same act is told once, however often it arrives.
  id uuid PRIMARY KEY,
  admin_id text NOT NULL,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text,
  -- The fields that changed.
  before jsonb,
  after jsonb,
  acted_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX activities_acted_at ON activities (acted_at DESC, id DESC);

CREATE FUNCTION refuse_to_change_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'activities are only ever added' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER activities_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activities
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_activities();

-- Down Migration
DROP TABLE activities;
DROP FUNCTION refuse_to_change_activities;
