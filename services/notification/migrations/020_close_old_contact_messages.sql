-- No transaction
-- Up Migration

-- Before 014 staff answered by mail, without a record. In short transactions: workers read the table.
DO $$
DECLARE
  batch integer;
BEGIN
  LOOP
    UPDATE contact_messages SET status = 'closed' WHERE id IN (
      SELECT id FROM contact_messages
      WHERE status = 'open' AND created_at < now() - interval '30 days'
        AND NOT EXISTS (SELECT FROM contact_answers a WHERE a.message_id = contact_messages.id)
      LIMIT 1000);
    GET DIAGNOSTICS batch = ROW_COUNT;
    COMMIT;
    EXIT WHEN batch = 0;
  END LOOP;
END $$;

-- Down Migration
SELECT 1;
