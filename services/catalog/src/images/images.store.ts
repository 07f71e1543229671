import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const INSERT_IMAGE = statement(
  'catalog.insertImage',
  'INSERT INTO images (name, content) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
);

/** False if it exists already. */
export async function insertImage(
  tx: Transaction,
  image: { name: string; content: Buffer },
): Promise<boolean> {
  return (await INSERT_IMAGE.execute(tx, [image.name, image.content])) === 1;
}

const FIND_IMAGE = statement('catalog.findImage', 'SELECT content FROM images WHERE name = $1');

export async function findImage(db: Database, name: string): Promise<Buffer | null> {
  const row = await FIND_IMAGE.first(db, [name]);
  return row?.content ?? null;
}

const HAS_IMAGE = statement('catalog.hasImage', 'SELECT FROM images WHERE name = $1');

export async function hasImage(db: Database, name: string): Promise<boolean> {
  return (await HAS_IMAGE.execute(db, [name])) === 1;
}
