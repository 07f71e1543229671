-- Up Migration
SET LOCAL lock_timeout = '2s';

-- When the first dispute of a charge was read at Stripe; null for disputes before this release.
ALTER TABLE purchases ADD COLUMN disputed_at timestamptz;

-- Also for updates of an earlier release.
CREATE FUNCTION set_disputed_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.disputed_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER purchases_set_disputed_at BEFORE UPDATE OF dispute ON purchases
  FOR EACH ROW WHEN (NEW.dispute IS NOT NULL AND OLD.dispute IS NULL AND NEW.disputed_at IS NULL)
  EXECUTE FUNCTION set_disputed_at();

REVOKE EXECUTE ON FUNCTION set_disputed_at FROM PUBLIC;

-- Down Migration
DROP TRIGGER purchases_set_disputed_at ON purchases;
DROP FUNCTION set_disputed_at;
ALTER TABLE purchases DROP COLUMN disputed_at;
