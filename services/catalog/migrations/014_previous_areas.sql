-- Up Migration

-- The circles that an active hunt had before its current one, the oldest first.
ALTER TABLE hunts ADD COLUMN previous_areas jsonb NOT NULL DEFAULT '[]';

-- The event that products.service.ts publishes; a test compares both.
CREATE OR REPLACE FUNCTION product_snapshot(hunt_id uuid) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT jsonb_build_object('version', h.version, 'product', jsonb_build_object(
    'id', h.id, 'type', 'hunt', 'handle', h.handle, 'title', h.title, 'region', h.region,
    'description', h.description, 'status', h.status,
    'base_value', trim_scale(h.base_value_cents / 100.0),
    'purchase_bonus', trim_scale(coalesce(h.frozen_bonus_cents, m.bonus_cents) / 100.0),
    'price_amount', trim_scale(h.price_cents / 100.0), 'price_currency', h.currency,
    'hidden_at', to_char(h.hidden_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'commitment', c.commitment, 'search_area', h.search_area,
    'previous_search_areas', h.previous_areas, 'images', h.images,
    'participants', m.participants))
  FROM hunts h
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(bonus_cents), 0) AS bonus_cents, count(*) AS participants
    FROM memberships WHERE memberships.hunt_id = h.id AND status = 'completed'
  ) AS m
  LEFT JOIN treasure_codes c ON c.hunt_id = h.id AND c.committed_at <= now()
  WHERE h.id = product_snapshot.hunt_id
$$;

-- Down Migration
CREATE OR REPLACE FUNCTION product_snapshot(hunt_id uuid) RETURNS jsonb
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
ALTER TABLE hunts DROP COLUMN previous_areas;
