-- Up Migration

-- Staff ask by address why somebody got nothing.
CREATE INDEX recipients_address ON recipients (lower(email));

-- Down Migration
DROP INDEX recipients_address;
