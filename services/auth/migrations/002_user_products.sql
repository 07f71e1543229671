-- Up Migration

-- What a user has joined, one row a purchase, as payment told it. Rows stay as tombstones when the
-- product is taken away, and user_id has no foreign key, since events may come in any order.
CREATE TABLE user_products (
  purchase_id text PRIMARY KEY,
  user_id uuid NOT NULL,
  product_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('held', 'disputed', 'refunded')),
  version integer NOT NULL CHECK (version > 0)
);

CREATE INDEX user_products_held ON user_products (user_id, product_id) WHERE status = 'held';

-- Down Migration
DROP TABLE user_products;
