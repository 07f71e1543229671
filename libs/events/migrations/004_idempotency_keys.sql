-- Up Migration

-- Answers of staff calls that carried an Idempotency-Key, written in the transaction of the change.
CREATE TABLE idempotency_keys (
  admin_id text NOT NULL,
  -- Method and pattern, as in the contract: `POST /api/admin/hunts`.
  route text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  -- SHA-256 of path parameters, query and body.
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  -- Null only within the transaction that inserts the row.
  status integer,
  -- json and not jsonb: a repeat gets the fields in the same order.
  body json,
  -- While work after the commit may still replace the answer.
  provisional_until timestamptz,
  -- Fields of the body that hold a generated code, sealed for this admin, route and key.
  sealed_fields text,
  -- What the code belongs to: the id of a hunt.
  sealed_for text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null while sealed_fields is not acknowledged.
  expires_at timestamptz DEFAULT now() + interval '24 hours',
  PRIMARY KEY (admin_id, route, key),
  CHECK ((sealed_fields IS NOT NULL) = (expires_at IS NULL))
);

CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at);
CREATE INDEX idempotency_keys_sealed_for ON idempotency_keys (sealed_for)
  WHERE sealed_fields IS NOT NULL;

-- Down Migration
DROP TABLE idempotency_keys;
