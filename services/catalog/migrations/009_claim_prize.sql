-- Up Migration

-- The prize at the moment of the claim. Null for claims that an older release inserted; readers then
-- use the hunt's own columns.
ALTER TABLE claims ADD COLUMN frozen_prize_cents bigint CHECK (frozen_prize_cents >= 0);

-- The purchases whose bonuses are part of the frozen prize. `reversed_as` is set when staff decide the
-- claim: the status of a purchase that was refunded or disputed by then. Until then the status of the
-- membership applies.
CREATE TABLE claim_purchases (
  claim_id uuid NOT NULL REFERENCES claims,
  purchase_id text NOT NULL REFERENCES memberships (purchase_id),
  bonus_cents integer NOT NULL CHECK (bonus_cents >= 0),
  reversed_as text CHECK (reversed_as IN ('refunded', 'disputed')),
  PRIMARY KEY (claim_id, purchase_id)
);

UPDATE claims c SET frozen_prize_cents = h.base_value_cents + coalesce(h.frozen_bonus_cents, 0)
FROM hunts h WHERE h.id = c.hunt_id AND c.state <> 'rejected';

-- Claims that are open now: a purchase that changed after the claim was completed at that moment.
INSERT INTO claim_purchases (claim_id, purchase_id, bonus_cents)
SELECT c.id, m.purchase_id, m.bonus_cents
FROM claims c JOIN memberships m ON m.hunt_id = c.hunt_id
WHERE c.state = 'open' AND m.bonus_cents IS NOT NULL AND m.created_at <= c.created_at
  AND (m.status = 'completed' OR m.changed_at > c.created_at);

-- Down Migration
DROP TABLE claim_purchases;
ALTER TABLE claims DROP COLUMN frozen_prize_cents;
