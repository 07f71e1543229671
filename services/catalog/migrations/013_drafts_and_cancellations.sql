-- Up Migration

-- draft: not public yet. cancelled: called off by staff; `cancellation_reason` is what the members read.
ALTER TABLE hunts DROP CONSTRAINT hunts_status_check;
ALTER TABLE hunts
  ADD CONSTRAINT hunts_status_check
    CHECK (status IN ('draft', 'upcoming', 'active', 'complete', 'cancelled')),
  ADD COLUMN cancelled_at timestamptz,
  ADD COLUMN cancellation_reason text,
  ADD CONSTRAINT hunts_cancelled_at CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL));

-- Clues of a draft are not released, whatever their time is.
CREATE OR REPLACE VIEW backoffice.clues AS
  SELECT c.id, c.hunt_id, c.kind, c.number,
    CASE WHEN c.publish_at <= now() AND h.status NOT IN ('draft', 'upcoming') THEN c.title END AS title,
    CASE WHEN c.publish_at <= now() AND h.status NOT IN ('draft', 'upcoming') THEN c.body_html END AS body_html,
    c.publish_at, c.announced_at, c.created_at
  FROM clues c JOIN hunts h ON h.id = c.hunt_id;

CREATE OR REPLACE FUNCTION update_backoffice_hunt() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = catalog, pg_temp AS $$
DECLARE changed hunts%ROWTYPE;
BEGIN
  -- The locks of the hunt call, in its order.
  PERFORM pg_advisory_xact_lock(hashtextextended('catalog:staff-acts', 0));
  SELECT * INTO changed FROM hunts WHERE id = OLD.id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF NEW.title IS DISTINCT FROM OLD.title THEN
    changed.title := checked_line('A title', NEW.title, 120);
  END IF;
  IF NEW.region IS DISTINCT FROM OLD.region THEN
    changed.region := checked_line('A region', NEW.region, 120);
  END IF;
  IF NEW.description IS DISTINCT FROM OLD.description THEN
    changed.description := checked_text('A description', NEW.description, 1, 2000);
  END IF;
  IF NEW.intro IS DISTINCT FROM OLD.intro THEN
    PERFORM checked_text('The introduction', NEW.intro, 0, 20000);
    changed.intro := NEW.intro;
  END IF;
  IF NEW.rules IS DISTINCT FROM OLD.rules THEN
    PERFORM checked_text('The rules', NEW.rules, 0, 10000);
    changed.rules := NEW.rules;
  END IF;
  IF NEW.search_area IS DISTINCT FROM OLD.search_area THEN
    changed.search_area := checked_area(NEW.search_area, changed.search_area);
  END IF;
  IF NEW.images IS DISTINCT FROM OLD.images THEN
    changed.images := checked_images(NEW.images, changed.images);
  END IF;
  UPDATE hunts SET title = changed.title, region = changed.region,
    description = changed.description, intro = changed.intro, rules = changed.rules,
    search_area = changed.search_area, images = changed.images, version = version + 1
  WHERE id = OLD.id;
  PERFORM pg_advisory_xact_lock(hashtextextended('outbox:hunts:' || changed.id, 0));
  INSERT INTO outbox (id, source, type, version, topic, key, occurred_at, data)
  SELECT gen_random_uuid(), '/cairn/catalog', 'hunt.updated', 1, 'hunts', changed.id, now(),
    product_snapshot(changed.id)
  -- Drafts are never public.
  WHERE changed.status <> 'draft';
  NEW.title := changed.title;
  NEW.region := changed.region;
  NEW.description := changed.description;
  NEW.search_area := changed.search_area;
  NEW.images := changed.images;
  RETURN NEW;
END $$;

-- Down Migration
CREATE OR REPLACE FUNCTION update_backoffice_hunt() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = catalog, pg_temp AS $$
DECLARE changed hunts%ROWTYPE;
BEGIN
  -- The locks of the hunt call, in its order.
  PERFORM pg_advisory_xact_lock(hashtextextended('catalog:staff-acts', 0));
  SELECT * INTO changed FROM hunts WHERE id = OLD.id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF NEW.title IS DISTINCT FROM OLD.title THEN
    changed.title := checked_line('A title', NEW.title, 120);
  END IF;
  IF NEW.region IS DISTINCT FROM OLD.region THEN
    changed.region := checked_line('A region', NEW.region, 120);
  END IF;
  IF NEW.description IS DISTINCT FROM OLD.description THEN
    changed.description := checked_text('A description', NEW.description, 1, 2000);
  END IF;
  IF NEW.intro IS DISTINCT FROM OLD.intro THEN
    PERFORM checked_text('The introduction', NEW.intro, 0, 20000);
    changed.intro := NEW.intro;
  END IF;
  IF NEW.rules IS DISTINCT FROM OLD.rules THEN
    PERFORM checked_text('The rules', NEW.rules, 0, 10000);
    changed.rules := NEW.rules;
  END IF;
  IF NEW.search_area IS DISTINCT FROM OLD.search_area THEN
    changed.search_area := checked_area(NEW.search_area, changed.search_area);
  END IF;
  IF NEW.images IS DISTINCT FROM OLD.images THEN
    changed.images := checked_images(NEW.images, changed.images);
  END IF;
  UPDATE hunts SET title = changed.title, region = changed.region,
    description = changed.description, intro = changed.intro, rules = changed.rules,
    search_area = changed.search_area, images = changed.images, version = version + 1
  WHERE id = OLD.id;
  PERFORM pg_advisory_xact_lock(hashtextextended('outbox:hunts:' || changed.id, 0));
  INSERT INTO outbox (id, source, type, version, topic, key, occurred_at, data)
  VALUES (gen_random_uuid(), '/cairn/catalog', 'hunt.updated', 1, 'hunts', changed.id, now(),
    product_snapshot(changed.id));
  NEW.title := changed.title;
  NEW.region := changed.region;
  NEW.description := changed.description;
  NEW.search_area := changed.search_area;
  NEW.images := changed.images;
  RETURN NEW;
END $$;
CREATE OR REPLACE VIEW backoffice.clues AS
  SELECT c.id, c.hunt_id, c.kind, c.number,
    CASE WHEN c.publish_at <= now() AND h.status <> 'upcoming' THEN c.title END AS title,
    CASE WHEN c.publish_at <= now() AND h.status <> 'upcoming' THEN c.body_html END AS body_html,
    c.publish_at, c.announced_at, c.created_at
  FROM clues c JOIN hunts h ON h.id = c.hunt_id;

ALTER TABLE hunts
  DROP CONSTRAINT hunts_cancelled_at, DROP COLUMN cancellation_reason, DROP COLUMN cancelled_at,
  DROP CONSTRAINT hunts_status_check;
ALTER TABLE hunts
  ADD CONSTRAINT hunts_status_check CHECK (status IN ('upcoming', 'active', 'complete'));
