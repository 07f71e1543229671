-- Up Migration
SET LOCAL lock_timeout = '2s';

-- What staff publish after a hunt: the winner's story and the solutions of its clues. The name is what
-- staff write, and belongs to no account. Null in published_at: not published.
CREATE TABLE hunt_reports (
  hunt_id uuid PRIMARY KEY REFERENCES hunts,
  winner_name text NOT NULL DEFAULT '',
  story_html text NOT NULL DEFAULT '',
  published_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE clue_solutions (
  clue_id uuid PRIMARY KEY REFERENCES clues ON DELETE CASCADE,
  hunt_id uuid NOT NULL REFERENCES hunt_reports,
  body_html text NOT NULL
);
CREATE INDEX clue_solutions_hunt ON clue_solutions (hunt_id);

-- Down Migration
DROP TABLE clue_solutions, hunt_reports;
