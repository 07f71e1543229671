-- Up Migration

-- A purchase changes the public product of its hunt. product_published_at: when the product was last
-- published. product_due_at: when it is to be published again with the purchases since then.
ALTER TABLE hunts
  ADD COLUMN product_published_at timestamptz,
  ADD COLUMN product_due_at timestamptz;

CREATE INDEX hunts_product_due ON hunts (product_due_at) WHERE product_due_at IS NOT NULL;

CREATE TRIGGER hunts_product_due AFTER UPDATE OF product_due_at ON hunts
  FOR EACH ROW WHEN (NEW.product_due_at IS NOT NULL AND OLD.product_due_at IS NULL)
  EXECUTE FUNCTION notify_due();

-- Down Migration
DROP TRIGGER hunts_product_due ON hunts;
ALTER TABLE hunts DROP COLUMN product_published_at, DROP COLUMN product_due_at;
