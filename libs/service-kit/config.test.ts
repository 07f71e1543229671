import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, commaList, maskConfig, parseConfig, pem, secretKey } from './config.ts';

describe('parseConfig', () => {
  const schema = z.object({
    PORT: z.coerce.number().int(),
    DATABASE_URL: z.url(),
    BROKERS: commaList,
    LEVEL: z.string().default('info'),
  });

  it('lists every invalid variable at once, without values', () => {
    const parse = () => parseConfig(schema, { PORT: 'hunter2', DATABASE_URL: 'secret-thing' });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(/PORT: .*\n {2}DATABASE_URL: .*\n {2}BROKERS: /);
    expect(parse).not.toThrow(/hunter2|secret-thing/);
  });

  it('treats an empty variable as unset', () => {
    const given = { PORT: '80', DATABASE_URL: 'postgres://h/d', BROKERS: 'a:1, b:2,', LEVEL: '' };
    expect(parseConfig(schema, given)).toEqual({
      PORT: 80,
      DATABASE_URL: 'postgres://h/d',
      BROKERS: ['a:1', 'b:2'],
      LEVEL: 'info',
    });
    expect(() => parseConfig(schema, { ...given, PORT: '' })).toThrow(/PORT/);
  });
});

describe('variables', () => {
  it('accept exactly 32 bytes of base64 as a key', () => {
    const bytes = Buffer.alloc(32, 7);
    expect(secretKey.parse(bytes.toString('base64'))).toEqual(bytes);
    expect(secretKey.safeParse(bytes.subarray(1).toString('base64')).success).toBe(false);
    expect(secretKey.safeParse('').success).toBe(false);
  });

  it('accept PEM in one line', () => {
    expect(pem.parse('-----BEGIN PUBLIC KEY-----\\nAA==\\n-----END PUBLIC KEY-----')).toBe(
      '-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----',
    );
    expect(pem.safeParse('AA==').success).toBe(false);
  });
});

describe('maskConfig', () => {
  it('masks secrets', () => {
    const masked = JSON.stringify(
      maskConfig({
        INTERNAL_PRIVATE_KEY: 'hush1',
        STRIPE_SECRET_KEY: 'hush2',
        STRIPE_WEBHOOK_SECRETS: ['hush3'],
        SEED_ADMIN_PASSWORD: 'hush4',
        SEED_TREASURE_CODES: { 'vt-troll-hunt': 'hush5' },
        SEED_STASH_PHRASE: 'hush6',
        LINK_SEAL_KEY: Buffer.from('hush7'),
        DATABASE_URL: 'postgres://cairn_auth:hush8@localhost:5432/cairn',
        REDIS_URL: 'redis://:hush9@cairn?sentinels=a:26379&sentinelPassword=hush10',
        PORT: 8081,
      }),
    );
    expect(masked).not.toMatch(/hush\d/);
    expect(masked).toContain('"PORT":8081');
    expect(masked).toContain('localhost:5432/cairn');
  });
});
