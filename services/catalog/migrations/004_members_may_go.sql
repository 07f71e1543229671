-- Up Migration

-- A user who is gone takes the name along, not the purchase.
ALTER TABLE memberships ALTER COLUMN user_id DROP NOT NULL;

-- Down Migration
UPDATE memberships SET user_id = 'erased' WHERE user_id IS NULL;
ALTER TABLE memberships ALTER COLUMN user_id SET NOT NULL;
