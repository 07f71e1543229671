-- Up Migration

-- For a person's export: what was done about them, and what they did as staff.
CREATE INDEX activities_subject ON activities (subject_id);
CREATE INDEX activities_admin ON activities (admin_id);

-- Down Migration
DROP INDEX activities_subject, activities_admin;
