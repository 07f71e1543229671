-- Up Migration

-- For the purge by age.
CREATE INDEX stripe_events_received ON stripe_events (received_at);
CREATE INDEX payment_attempts_canceled ON payment_attempts (created_at) WHERE state = 'canceled';

-- Down Migration
DROP INDEX payment_attempts_canceled, stripe_events_received;
