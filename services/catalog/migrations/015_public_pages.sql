-- Up Migration

-- The text of the hunt's public page; `intro` is for members.
ALTER TABLE hunts ADD COLUMN story text NOT NULL DEFAULT '';

-- Down Migration

ALTER TABLE hunts DROP COLUMN story;
