import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Claims, CODE, claimsOf, startSeeded } from './claims.ts';
import { type Catalog, somewhere } from './start-catalog.ts';

let catalog: Catalog;
let claims: Claims;

beforeEach(async () => {
  catalog = await startSeeded();
  claims = claimsOf(catalog);
});

afterEach(() => catalog.stop());

describe('P-5.2 tries are counted before the check', () => {
  it('accepts exactly ten of 1,000 with two copies of the service', async () => {
    const copy = await catalog.startCopy();
    const headers = somewhere();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        claims.claim({ code: `wrong ${n}` }, { headers, url: n % 2 ? copy.url : catalog.url }),
      ),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(990);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused[0]?.headers.get('ratelimit-limit')).toBe('10');
    expect(await claims.attempts()).toHaveLength(10);
  });

  it('counts an IPv6 network as one, and ignores addresses that an untrusted hop adds', async () => {
    const [home] = Object.values(somewhere());
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const seen = home?.replace('::1', `::${n + 1}`);
      const { status } = await claims.claim(
        { code: 'wrong' },
        { headers: { 'x-forwarded-for': `10.0.0.${n}, ${seen}` } },
      );
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  it('allows a hundred a day for one hunt', async () => {
    const headers = somewhere();
    const clear = () => clearMinute(headers['x-forwarded-for'] ?? '');
    for (let n = 0; n < 10; n += 1) {
      await Promise.all(
        Array.from({ length: 10 }, () => claims.claim({ code: 'wrong' }, { headers })),
      );
      await clear();
    }
    expect(await claims.claim({ code: CODE }, { headers })).toMatchObject({ status: 429 });
    await clear();
    expect(
      await claims.claim({ code: 'wrong' }, { headers, handle: 'porter-stash' }),
    ).toMatchObject({
      status: 422,
    });
  });

  it('does not count a call against the daily limit that the limit per minute refuses', async () => {
    const headers = somewhere();
    for (let n = 0; n < 11; n += 1) {
      await Promise.all(
        Array.from({ length: 10 }, () => claims.claim({ code: 'no' }, { headers })),
      );
    }
    expect(await claims.attempts()).toHaveLength(10);
    await clearMinute(headers['x-forwarded-for'] ?? '');
    expect(await claims.claim({ code: CODE }, { headers })).toMatchObject({ status: 200 });
  });

  async function clearMinute(address: string): Promise<void> {
    const home = address
      .split(':')
      .slice(0, 4)
      .map((group) => Number.parseInt(group, 16).toString(16));
    await catalog.context.redis.del(`limit:treasure-code-address:${home.join(':')}::/64`);
  }
});

describe('attempts', () => {
  it('are stored without code and address, correct or not, and cannot be changed', async () => {
    const headers = somewhere();
    await claims.claim({ code: 'not it' }, { headers });
    await claims.claim({ code: CODE }, { headers });
    const rows = await claims.attempts();
    expect(rows.map(({ is_right }) => is_right)).toEqual([false, true]);
    expect(rows[0].address_hash).toEqual(rows[1].address_hash);
    expect(JSON.stringify(rows)).not.toContain(headers['x-forwarded-for']);
    for (const statement of [
      'UPDATE code_attempts SET is_right = true',
      'DELETE FROM code_attempts',
      'TRUNCATE code_attempts',
    ]) {
      await expect(catalog.pool.query(statement)).rejects.toThrow('only ever added');
    }
  });
});
