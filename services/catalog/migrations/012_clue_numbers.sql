-- Up Migration

-- Whether staff chose the number. Any other number follows the order of release until the release.
ALTER TABLE clues ADD COLUMN is_number_chosen boolean NOT NULL DEFAULT false;

-- Down Migration
ALTER TABLE clues DROP COLUMN is_number_chosen;
