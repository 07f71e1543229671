-- Up Migration

-- Optimistic concurrency (If-Match) and the history of texts. Triggers, so that the SQL tool's changes count too.
ALTER TABLE hunts
  ADD COLUMN edit_version integer NOT NULL DEFAULT 1,
  ADD COLUMN edited_by uuid,
  ADD COLUMN edited_at timestamptz;
ALTER TABLE clues
  ADD COLUMN edit_version integer NOT NULL DEFAULT 1,
  ADD COLUMN edited_by uuid,
  ADD COLUMN edited_at timestamptz;

-- One row for each version that changed a text; the texts of the hunt itself have no clue_id.
CREATE TABLE text_versions (
  hunt_id uuid NOT NULL REFERENCES hunts ON DELETE CASCADE,
  clue_id uuid REFERENCES clues ON DELETE CASCADE,
  version integer NOT NULL,
  texts jsonb NOT NULL,
  admin_id uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE NULLS NOT DISTINCT (clue_id, hunt_id, version)
);
CREATE INDEX text_versions_admin ON text_versions (admin_id) WHERE admin_id IS NOT NULL;

-- The admin of the current transaction; the service sets it (`setEditor`).
CREATE FUNCTION current_editor() RETURNS uuid
  LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('cairn.admin_id', true), '')::uuid
$$;

CREATE FUNCTION increase_edit_version() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.edit_version := OLD.edit_version + 1;
  NEW.edited_by := current_editor();
  NEW.edited_at := clock_timestamp();
  RETURN NEW;
END $$;

-- "UPDATE OF": not for the statements of purchases, which change other columns.
CREATE TRIGGER hunts_edit_version
  BEFORE UPDATE OF handle, title, region, description, story, intro, rules, price_cents,
    base_value_cents, bonus_per_purchase_cents, hidden_at, search_area, images ON hunts
  FOR EACH ROW WHEN (
    (OLD.handle, OLD.title, OLD.region, OLD.description, OLD.story, OLD.intro, OLD.rules,
     OLD.price_cents, OLD.base_value_cents, OLD.bonus_per_purchase_cents, OLD.hidden_at,
     OLD.search_area, OLD.images)
    IS DISTINCT FROM
    (NEW.handle, NEW.title, NEW.region, NEW.description, NEW.story, NEW.intro, NEW.rules,
     NEW.price_cents, NEW.base_value_cents, NEW.bonus_per_purchase_cents, NEW.hidden_at,
     NEW.search_area, NEW.images))
  EXECUTE FUNCTION increase_edit_version();

-- A number that nobody chose follows the other clues, which is no edit.
CREATE TRIGGER clues_edit_version
  BEFORE UPDATE OF title, body_html, publish_at, number, is_number_chosen ON clues
  FOR EACH ROW WHEN (
    (OLD.title, OLD.body_html, OLD.publish_at, OLD.is_number_chosen,
     CASE WHEN OLD.is_number_chosen THEN OLD.number END)
    IS DISTINCT FROM
    (NEW.title, NEW.body_html, NEW.publish_at, NEW.is_number_chosen,
     CASE WHEN NEW.is_number_chosen THEN NEW.number END))
  EXECUTE FUNCTION increase_edit_version();

CREATE FUNCTION texts_of(hunt hunts) RETURNS jsonb
  LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('title', hunt.title, 'region', hunt.region,
    'description', hunt.description, 'story', hunt.story, 'intro', hunt.intro,
    'rules', hunt.rules)
$$;
CREATE FUNCTION texts_of(clue clues) RETURNS jsonb
  LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('title', clue.title, 'body_html', clue.body_html)
$$;

CREATE FUNCTION save_hunt_texts() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO text_versions (hunt_id, version, texts, admin_id)
  SELECT NEW.id, NEW.edit_version, texts_of(NEW), current_editor()
  WHERE TG_OP = 'INSERT' OR texts_of(NEW) <> texts_of(OLD);
  RETURN NULL;
END $$;
CREATE TRIGGER hunts_save_texts
  AFTER INSERT OR UPDATE OF title, region, description, story, intro, rules ON hunts
  FOR EACH ROW EXECUTE FUNCTION save_hunt_texts();

CREATE FUNCTION save_clue_texts() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO text_versions (hunt_id, clue_id, version, texts, admin_id)
  SELECT NEW.hunt_id, NEW.id, NEW.edit_version, texts_of(NEW), current_editor()
  WHERE TG_OP = 'INSERT' OR texts_of(NEW) <> texts_of(OLD);
  RETURN NULL;
END $$;
CREATE TRIGGER clues_save_texts
  AFTER INSERT OR UPDATE OF title, body_html ON clues
  FOR EACH ROW EXECUTE FUNCTION save_clue_texts();

INSERT INTO text_versions (hunt_id, version, texts, created_at)
  SELECT id, 1, texts_of(hunts), created_at FROM hunts;
INSERT INTO text_versions (hunt_id, clue_id, version, texts, created_at)
  SELECT hunt_id, id, 1, texts_of(clues), created_at FROM clues;

-- Down Migration

DROP TRIGGER clues_save_texts ON clues;
DROP TRIGGER hunts_save_texts ON hunts;
DROP TRIGGER clues_edit_version ON clues;
DROP TRIGGER hunts_edit_version ON hunts;
DROP FUNCTION save_clue_texts, save_hunt_texts, increase_edit_version, current_editor;
DROP FUNCTION texts_of(clues), texts_of(hunts);
DROP TABLE text_versions;
ALTER TABLE clues DROP COLUMN edited_at, DROP COLUMN edited_by, DROP COLUMN edit_version;
ALTER TABLE hunts DROP COLUMN edited_at, DROP COLUMN edited_by, DROP COLUMN edit_version;
