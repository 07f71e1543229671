-- Up Migration

-- Each notifies the dispatcher: of rows that became due earlier than it knows, and of mailings that
-- may be finished. The dispatcher's own leases move next_try_at later and cause no notification.
CREATE TRIGGER deliveries_inserted AFTER INSERT ON deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION notify_due();
CREATE TRIGGER deliveries_due AFTER UPDATE ON deliveries
  FOR EACH ROW WHEN (
    (NEW.state = 'pending' AND (OLD.state <> 'pending' OR NEW.next_try_at < OLD.next_try_at))
    OR (NEW.mailing_id IS NOT NULL AND NEW.batch_id IS NULL
        AND OLD.state IN ('pending', 'sending') AND NEW.state NOT IN ('pending', 'sending')))
  EXECUTE FUNCTION notify_due();

CREATE TRIGGER delivery_batches_inserted AFTER INSERT ON delivery_batches
  FOR EACH STATEMENT EXECUTE FUNCTION notify_due();
CREATE TRIGGER delivery_batches_due AFTER UPDATE ON delivery_batches
  FOR EACH ROW WHEN (
    NEW.closed_at IS DISTINCT FROM OLD.closed_at OR NEW.next_try_at < OLD.next_try_at)
  EXECUTE FUNCTION notify_due();

CREATE TRIGGER mailings_due AFTER INSERT OR UPDATE OF state ON mailings
  FOR EACH ROW EXECUTE FUNCTION notify_due();

-- Down Migration
DROP TRIGGER deliveries_inserted ON deliveries;
DROP TRIGGER deliveries_due ON deliveries;
DROP TRIGGER delivery_batches_inserted ON delivery_batches;
DROP TRIGGER delivery_batches_due ON delivery_batches;
DROP TRIGGER mailings_due ON mailings;
