import { handle } from '@cairn/contracts/ids.ts';
import { parseConfig, secretKey, serviceVariables } from '@cairn/service-kit/config.ts';
import { limitOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { z } from 'zod';

const variables = {
  ...serviceVariables,
  CODE_HMAC_KEY: secretKey,
  CODE_SEAL_KEY: secretKey,
  ATTEMPT_KEY: secretKey,
  LIMITS: limitOverrides,
};

/** `{"vt-troll-hunt": "…"}` */
const codesByHandle = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(z.record(handle, z.string().min(1)));

export type CatalogConfig = z.output<z.ZodObject<typeof variables>>;

export function loadConfig(environment = process.env): CatalogConfig {
  return parseConfig(z.object(variables), environment);
}

const seedVariables = {
  ...variables,
  // The seed does not listen.
  PORT: variables.PORT.default(0),
  SEED_TREASURE_CODES: codesByHandle,
  SEED_STASH_CODE: z.string().min(1),
  SEED_STASH_PHRASE: z.string().min(1),
};

export type SeedConfig = z.output<z.ZodObject<typeof seedVariables>>;

export function loadSeedConfig(environment = process.env): SeedConfig {
  return parseConfig(z.object(seedVariables), environment);
}
