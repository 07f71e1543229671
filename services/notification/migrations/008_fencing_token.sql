-- Up Migration

-- Grows with every claim and is never reset. A worker closes or postpones a row only under the token
-- of its own claim: a late one cannot end the try of another.
ALTER TABLE deliveries ADD COLUMN fencing_token integer NOT NULL DEFAULT 0;

-- Down Migration
ALTER TABLE deliveries DROP COLUMN fencing_token;
