-- Up Migration

-- The log is read newest first: all of it, or by admin and by action.
CREATE INDEX activities_admin_acted_at ON activities (admin_id, acted_at DESC, id DESC);
CREATE INDEX activities_action_acted_at ON activities (action, acted_at DESC, id DESC);
DROP INDEX activities_admin;

-- Down Migration
CREATE INDEX activities_admin ON activities (admin_id);
DROP INDEX activities_admin_acted_at, activities_action_acted_at;
