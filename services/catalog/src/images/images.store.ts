import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/** False if it exists already. */
export async function insertImage(
  tx: Transaction,
  image: { name: string; content: Buffer },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO images (name, content) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    [image.name, image.content],
  );
  return rowCount === 1;
}

export async function findImage(db: Database, name: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>({
    name: 'images-find',
    text: 'SELECT content FROM images WHERE name = $1',
    values: [name],
  });
  return rows[0]?.content ?? null;
}

export async function hasImage(db: Database, name: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'images-has',
    text: 'SELECT FROM images WHERE name = $1',
    values: [name],
  });
  return rowCount === 1;
}
