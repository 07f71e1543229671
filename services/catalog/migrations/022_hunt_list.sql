-- Up Migration
-- The orders of the list of hunts of the back office. Hunts are few: a plain index locks them shortly.
CREATE INDEX hunts_by_creation ON hunts (created_at, id);
CREATE INDEX hunts_by_title ON hunts (lower(title) COLLATE "C", id);
CREATE INDEX hunts_by_status ON hunts (status, created_at, id);
CREATE INDEX hunts_by_price ON hunts (price_cents, id);

-- Down Migration
DROP INDEX hunts_by_creation, hunts_by_title, hunts_by_status, hunts_by_price;
