import { createHash } from 'node:crypto';
import { unseal } from '@cairn/service-kit/seal.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashCode, normaliseCode } from '../src/codes/code.ts';
import {
  type Catalog,
  CODES,
  getSnapshot,
  handOver,
  newPurchase,
  recorded,
  STASH_CODE,
  STASH_PHRASE,
  startCatalog,
} from './start-catalog.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
  const { product } = await getSnapshot(catalog.url, 'porter-stash');
  await handOver(catalog.url, recorded(newPurchase(product.id)));
});

afterAll(async () => {
  await catalog.stop();
});

/** Every row of every table of the schema, as text; bytes as hex. */
async function dump(): Promise<string> {
  const { rows: tables } = await catalog.pool.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'catalog'",
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await catalog.pool.query(`SELECT t::text AS row FROM ${name} t`);
    texts.push(name, ...rows.map(({ row }) => row));
  }
  return texts.join('\n').toLowerCase();
}

function writings(secret: string): string[] {
  return [secret, normaliseCode(secret)].flatMap((text) => [
    text,
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('base64url'),
    createHash('sha256').update(text).digest('hex'),
  ]);
}

describe('P-5.5 a copy of the database', () => {
  it('contains no code and no phrase in any table or encoding', async () => {
    const text = await dump();
    expect(text).toContain('treasure_codes');
    expect(text).toContain('the porter stash');
    for (const secret of [...Object.values(CODES), STASH_CODE, STASH_PHRASE]) {
      for (const writing of writings(secret)) expect(text).not.toContain(writing.toLowerCase());
    }
    for (const word of STASH_PHRASE.split(' ').filter(
      (word) => word !== 'stone' && word !== 'maple',
    ))
      expect(text).not.toContain(word);
  });
});

describe('the code of an open hunt', () => {
  it('can be unsealed with the key only, and matches the published commitment', async () => {
    for (const [handle, code] of Object.entries(CODES)) {
      const { product } = await getSnapshot(catalog.url, handle);
      const { rows } = await catalog.pool.query('SELECT * FROM treasure_codes WHERE hunt_id = $1', [
        product.id,
      ]);
      const { sealed_code, sealed_salt, code_hmac } = rows[0];
      const { CODE_SEAL_KEY, CODE_HMAC_KEY } = catalog.config;
      const opened = unseal(sealed_code, CODE_SEAL_KEY, `treasure-code:${product.id}`);
      const salt = unseal(sealed_salt, CODE_SEAL_KEY, `treasure-salt:${product.id}`);
      expect(opened).toBe(normaliseCode(code));
      expect(salt).toMatch(/^[0-9a-f]{64}$/);
      const bytes = Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(opened, 'utf8')]);
      expect(product.commitment).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(code_hmac).toEqual(hashCode(code.toLowerCase(), CODE_HMAC_KEY));
    }
  });

  it('is not published before its commitment', async () => {
    await catalog.pool.query('UPDATE treasure_codes SET committed_at = NULL');
    expect((await getSnapshot(catalog.url, 'vt-troll-hunt')).product.commitment).toBeNull();
  });
});

describe('the stash', () => {
  it('is found by every spelling of its code, and can be unsealed with the key', async () => {
    const { CODE_SEAL_KEY, CODE_HMAC_KEY } = catalog.config;
    const { rows } = await catalog.pool.query('SELECT * FROM stashes WHERE code_hmac = $1', [
      hashCode(' birch-0w1 9O53', CODE_HMAC_KEY),
    ]);
    expect(rows).toHaveLength(1);
    const phrase = unseal(rows[0].sealed_phrase, CODE_SEAL_KEY, `stash-phrase:${rows[0].hunt_id}`);
    expect(phrase).toBe(STASH_PHRASE);
  });
});
