-- Up Migration
SET LOCAL lock_timeout = '2s';

-- In the order in which a purchase locks them.
LOCK TABLE memberships, hunts IN SHARE ROW EXCLUSIVE MODE;

-- How the members and the prize of a hunt changed on each day (UTC). The sum over all days is what the
-- completed memberships add up to; a trigger keeps it in the transaction of the change.
CREATE TABLE membership_days (
  hunt_id uuid NOT NULL REFERENCES hunts,
  day date NOT NULL,
  members integer NOT NULL,
  bonus_cents bigint NOT NULL,
  PRIMARY KEY (hunt_id, day)
);

-- A caller locks the hunt first, so that two purchases of a day do not wait for each other here.
CREATE FUNCTION count_membership_of_day() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
DECLARE
  members integer := 0;
  bonus bigint := 0;
  moment timestamptz := now();
  hunt uuid;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    hunt := OLD.hunt_id;
    IF OLD.status = 'completed' THEN
      members := members - 1;
      bonus := bonus - coalesce(OLD.bonus_cents, 0);
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    hunt := NEW.hunt_id;
    moment := CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.changed_at END;
    IF NEW.status = 'completed' THEN
      members := members + 1;
      bonus := bonus + coalesce(NEW.bonus_cents, 0);
    END IF;
  END IF;
  IF members = 0 AND bonus = 0 THEN RETURN NULL; END IF;
  INSERT INTO membership_days AS known (hunt_id, day, members, bonus_cents)
  VALUES (hunt, (moment AT TIME ZONE 'UTC')::date, members, bonus)
  ON CONFLICT (hunt_id, day) DO UPDATE
  SET members = known.members + excluded.members,
      bonus_cents = known.bonus_cents + excluded.bonus_cents;
  RETURN NULL;
END $$;

CREATE TRIGGER memberships_count_day AFTER INSERT OR DELETE OR UPDATE OF status, bonus_cents
  ON memberships FOR EACH ROW EXECUTE FUNCTION count_membership_of_day();

REVOKE EXECUTE ON FUNCTION count_membership_of_day FROM PUBLIC;

INSERT INTO membership_days (hunt_id, day, members, bonus_cents)
SELECT hunt_id, day, sum(members), sum(bonus_cents)
FROM (
  SELECT hunt_id, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS members,
    coalesce(bonus_cents, 0) AS bonus_cents
  FROM memberships
  UNION ALL
  SELECT hunt_id, (changed_at AT TIME ZONE 'UTC')::date, -1, -coalesce(bonus_cents, 0)
  FROM memberships WHERE status <> 'completed') changes
GROUP BY hunt_id, day;

-- Down Migration
DROP TRIGGER memberships_count_day ON memberships;
DROP FUNCTION count_membership_of_day;
DROP TABLE membership_days;
