import { runCommand } from './command.ts';
import { logFileOf, ROOT } from './paths.ts';
import { type Programs, SEEDED, seedScript } from './programs.ts';
import { runAllOrAbort } from './run-all.ts';
import type { Secrets } from './secrets.ts';

export const ADMIN_EMAIL = 'admin@cairn.example';
export const PLAYER_EMAIL = 'player@cairn.example';

type SeededService = (typeof SEEDED)[number];

export type SeedOptions = {
  stateDirectory: string;
  secrets: Secrets;
  programs: Programs;
  environmentOf(service: SeededService): Record<string, string>;
  signal: AbortSignal;
};

/** Runs the services' idempotent seed programs. */
export async function seedServices(options: SeedOptions): Promise<void> {
  const { signal } = options;
  await runAllOrAbort(
    signal,
    SEEDED.map((service) => (joined) => seed(service, { ...options, signal: joined })),
  );
}

function seed(service: SeededService, options: SeedOptions): Promise<void> {
  const { stateDirectory, secrets, programs, environmentOf, signal } = options;
  const script = programs.pathOf(seedScript(service));
  return runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    directory: ROOT,
    environment: { ...environmentOf(service), ...seedVariables(service, secrets) },
    logFile: logFileOf(stateDirectory, `seed-${service}`),
    signal,
  });
}

function seedVariables(service: SeededService, secrets: Secrets): Record<string, string> {
  if (service === 'auth') {
    return {
      SEED_ADMIN_EMAIL: ADMIN_EMAIL,
      SEED_ADMIN_PASSWORD: secrets.adminPassword,
      SEED_PLAYER_EMAIL: PLAYER_EMAIL,
      SEED_PLAYER_PASSWORD: secrets.playerPassword,
    };
  }
  return {
    SEED_TREASURE_CODES: JSON.stringify(secrets.treasureCodes),
    SEED_STASH_CODE: secrets.stashCode,
    SEED_STASH_PHRASE: secrets.stashPhrase,
  };
}
