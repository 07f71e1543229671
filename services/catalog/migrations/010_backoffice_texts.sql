-- Up Migration

-- The texts of a hunt that the SQL tool may change, checked as the contract of the hunt call checks
-- them (libs/contracts/http/staff-hunts.ts).
CREATE FUNCTION checked_text(name text, value text, min_length integer, max_length integer) RETURNS text
  LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE trimmed text := regexp_replace(value, '^[\s\u00a0\ufeff]+|[\s\u00a0\ufeff]+$', '', 'g');
BEGIN
  IF trimmed IS NULL OR length(trimmed) < min_length THEN
    RAISE EXCEPTION '% is required', name USING ERRCODE = 'check_violation';
  END IF;
  IF length(trimmed) > max_length THEN
    RAISE EXCEPTION '% is too long', name USING ERRCODE = 'check_violation';
  END IF;
  RETURN trimmed;
END $$;

CREATE FUNCTION checked_line(name text, value text, max_length integer) RETURNS text
  LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
DECLARE line text := checked_text(name, value, 1, max_length);
BEGIN
  IF line ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]' THEN
    RAISE EXCEPTION '% must be one line', name USING ERRCODE = 'check_violation';
  END IF;
  RETURN line;
END $$;

-- Only the caption may differ.
CREATE FUNCTION checked_area(area jsonb, present jsonb) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
BEGIN
  IF area - 'caption' IS DISTINCT FROM present - 'caption' OR jsonb_typeof(area) <> 'object' THEN
    RAISE EXCEPTION 'Only the caption of a search area can be changed here'
      USING ERRCODE = 'check_violation';
  END IF;
  IF NOT area ? 'caption' THEN RETURN area; END IF;
  IF jsonb_typeof(area -> 'caption') <> 'string' THEN
    RAISE EXCEPTION 'The caption must be a text' USING ERRCODE = 'check_violation';
  END IF;
  RETURN area || jsonb_build_object('caption',
    checked_text('The caption', area ->> 'caption', 0, 300));
END $$;

-- Only the alternative texts may differ.
CREATE FUNCTION checked_images(images jsonb, present jsonb) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE SET search_path FROM CURRENT AS $$
DECLARE checked jsonb;
BEGIN
  IF jsonb_typeof(images) IS DISTINCT FROM 'array'
    OR jsonb_array_length(images) <> jsonb_array_length(present)
    OR EXISTS (
      SELECT FROM jsonb_array_elements(images) WITH ORDINALITY AS given (image, place)
      WHERE jsonb_typeof(image) <> 'object' OR jsonb_typeof(image -> 'alt') IS DISTINCT FROM 'string'
        OR image - 'alt' IS DISTINCT FROM (present -> (place - 1)::integer) - 'alt')
  THEN
    RAISE EXCEPTION 'Only the alternative texts of images can be changed here'
      USING ERRCODE = 'check_violation';
  END IF;
  SELECT coalesce(jsonb_agg(image || jsonb_build_object('alt',
      checked_text('An alternative text', image ->> 'alt', 0, 300)) ORDER BY place), '[]')
    INTO checked FROM jsonb_array_elements(images) WITH ORDINALITY AS given (image, place);
  RETURN checked;
END $$;

-- The event that products.service.ts publishes; a test compares both.
CREATE FUNCTION product_snapshot(hunt_id uuid) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT jsonb_build_object('version', h.version, 'product', jsonb_build_object(
    'id', h.id, 'type', 'hunt', 'handle', h.handle, 'title', h.title, 'region', h.region,
    'description', h.description, 'status', h.status,
    'base_value', trim_scale(h.base_value_cents / 100.0),
    'purchase_bonus', trim_scale(coalesce(h.frozen_bonus_cents, m.bonus_cents) / 100.0),
    'price_amount', trim_scale(h.price_cents / 100.0), 'price_currency', h.currency,
    'hidden_at', to_char(h.hidden_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'commitment', c.commitment, 'search_area', h.search_area, 'images', h.images,
    'participants', m.participants))
  FROM hunts h
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(bonus_cents), 0) AS bonus_cents, count(*) AS participants
    FROM memberships WHERE memberships.hunt_id = h.id AND status = 'completed'
  ) AS m
  LEFT JOIN treasure_codes c ON c.hunt_id = h.id AND c.committed_at <= now()
  WHERE h.id = product_snapshot.hunt_id
$$;

CREATE FUNCTION update_backoffice_hunt() RETURNS trigger
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

-- No other service keeps the title of a clue, so no event tells of it. A clue that is not out shows no
-- text here and takes none (P-5.5); bodies are sanitised by the clue call, which SQL cannot do.
CREATE FUNCTION update_backoffice_clue() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = catalog, pg_temp AS $$
BEGIN
  PERFORM FROM hunts WHERE id = OLD.hunt_id FOR NO KEY UPDATE;
  IF OLD.title IS NULL THEN
    RAISE EXCEPTION 'A clue that is not out can be changed on the page of its hunt only'
      USING ERRCODE = 'check_violation';
  END IF;
  UPDATE clues SET title = checked_line('A title', NEW.title, 200)
  WHERE id = OLD.id RETURNING title INTO NEW.title;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;

REVOKE EXECUTE ON FUNCTION checked_text, checked_line, checked_area, checked_images,
  product_snapshot, update_backoffice_hunt, update_backoffice_clue FROM PUBLIC;

CREATE TRIGGER hunts_update INSTEAD OF UPDATE ON backoffice.hunts
  FOR EACH ROW EXECUTE FUNCTION update_backoffice_hunt();
CREATE TRIGGER clues_update INSTEAD OF UPDATE ON backoffice.clues
  FOR EACH ROW EXECUTE FUNCTION update_backoffice_clue();

GRANT UPDATE (title, region, description, intro, rules, search_area, images)
  ON backoffice.hunts TO cairn_sql_updater;
GRANT UPDATE (title) ON backoffice.clues TO cairn_sql_updater;

-- Down Migration
REVOKE UPDATE (title, region, description, intro, rules, search_area, images)
  ON backoffice.hunts FROM cairn_sql_updater;
REVOKE UPDATE (title) ON backoffice.clues FROM cairn_sql_updater;
DROP TRIGGER hunts_update ON backoffice.hunts;
DROP TRIGGER clues_update ON backoffice.clues;
DROP FUNCTION update_backoffice_hunt, update_backoffice_clue, product_snapshot, checked_images,
  checked_area, checked_line, checked_text;
