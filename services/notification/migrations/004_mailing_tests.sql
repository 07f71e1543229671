-- Up Migration

-- A mailing that went to its writer alone, to be looked at: no mailing among the others.
ALTER TABLE mailings ADD COLUMN is_test boolean NOT NULL DEFAULT false;

DROP INDEX mailings_newest;
CREATE INDEX mailings_newest ON mailings (created_at DESC, id) WHERE NOT is_test;

-- Down Migration
DROP INDEX mailings_newest;
ALTER TABLE mailings DROP COLUMN is_test;
CREATE INDEX mailings_newest ON mailings (created_at DESC, id);
