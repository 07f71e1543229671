-- Up Migration

-- How far each set of rows has been verified.
CREATE TABLE invariant_progress (
  source text PRIMARY KEY,
  -- The newest row of the set that was verified soon after it was written.
  verified_until timestamptz,
  -- The last key of the sweep over all rows of the set, which starts again at the end.
  swept_to text
);

CREATE TABLE invariant_violations (
  check_name text NOT NULL,
  key text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  -- Set at the first run that finds the violation after events in transit have had time to arrive.
  confirmed_at timestamptz,
  PRIMARY KEY (check_name, key)
);

CREATE TABLE invariant_runs (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  finished_at timestamptz NOT NULL
);

-- Down Migration
DROP TABLE invariant_runs, invariant_violations, invariant_progress;
