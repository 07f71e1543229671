-- Up Migration

-- Handle of the hunt that the visitor was joining when they signed up; the verification link returns
-- it, on whatever device it is opened.
ALTER TABLE pending_registrations ADD COLUMN hunt_handle text;

-- Down Migration

ALTER TABLE pending_registrations DROP COLUMN hunt_handle;
