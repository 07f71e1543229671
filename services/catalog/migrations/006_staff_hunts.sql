-- Up Migration

-- When everybody was told of it; what was out before anybody could be told counts as told.
ALTER TABLE clues ADD COLUMN announced_at timestamptz;
UPDATE clues SET announced_at = publish_at WHERE publish_at <= now();
CREATE INDEX clues_to_announce ON clues (publish_at) WHERE announced_at IS NULL;

-- Named after their content, so that whoever kept one has the right one for ever.
CREATE TABLE images (
  name text PRIMARY KEY CHECK (name ~ '^[0-9a-f]{64}\.(png|gif|jpg|bmp|ico)$'),
  content bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Pictures do not get smaller by Postgres' own means.
ALTER TABLE images ALTER COLUMN content SET STORAGE EXTERNAL;

-- Down Migration
DROP TABLE images;
ALTER TABLE clues DROP COLUMN announced_at;
