-- Up Migration

-- Each wakes the loop that calls Stripe. Leases move the due times later and cause no notification.
CREATE TRIGGER refund_requests_inserted AFTER INSERT ON refund_requests
  FOR EACH STATEMENT EXECUTE FUNCTION notify_due();
CREATE TRIGGER refund_requests_due AFTER UPDATE OF next_try_at ON refund_requests
  FOR EACH ROW WHEN (NEW.next_try_at < OLD.next_try_at) EXECUTE FUNCTION notify_due();
CREATE TRIGGER payment_attempts_due AFTER UPDATE OF cancel_due_at ON payment_attempts
  FOR EACH ROW WHEN (NEW.cancel_due_at IS NOT NULL
    AND (OLD.cancel_due_at IS NULL OR NEW.cancel_due_at < OLD.cancel_due_at))
  EXECUTE FUNCTION notify_due();

-- Down Migration
DROP TRIGGER refund_requests_inserted ON refund_requests;
DROP TRIGGER refund_requests_due ON refund_requests;
DROP TRIGGER payment_attempts_due ON payment_attempts;
