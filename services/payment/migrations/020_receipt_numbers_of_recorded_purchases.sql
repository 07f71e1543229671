-- No transaction
-- Up Migration

-- Numbers the purchases of earlier releases in the order of their recording, in short transactions.
-- Each batch takes the newest ones: their numbers follow from how many remain before them, so that
-- the migration continues after a crash.
DO $$
DECLARE
  batch integer;
BEGIN
  LOOP
    WITH missing AS (
      SELECT id, created_at, row_number() OVER (ORDER BY created_at, id) AS number
      FROM purchases WHERE receipt_number IS NULL
      ORDER BY created_at DESC, id DESC LIMIT 5000)
    UPDATE purchases p SET receipt_number = format_receipt_number(m.created_at, m.number)
      FROM missing m WHERE p.id = m.id;
    GET DIAGNOSTICS batch = ROW_COUNT;
    COMMIT;
    EXIT WHEN batch = 0;
  END LOOP;
END $$;

-- Down Migration
-- The column goes with 018.
SELECT 1;
