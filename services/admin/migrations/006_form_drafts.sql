-- Up Migration

-- Unsaved input of staff in forms of the back office, one row for each admin and form.
CREATE TABLE form_drafts (
  admin_id uuid NOT NULL,
  form text NOT NULL,
  content jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (admin_id, form)
);
CREATE INDEX form_drafts_saved_at ON form_drafts (saved_at);

-- Down Migration

DROP TABLE form_drafts;
