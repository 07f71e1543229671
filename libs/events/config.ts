import { parseConfig } from '@cairn/service-kit/config.ts';
import { z } from 'zod';

const variables = z.object({
  /** JSON: database URL by service name. */
  DEAD_LETTER_DATABASES: z.string().transform(readJson).pipe(z.record(z.string(), z.url())),
});

/** Database URL by service name. */
export function loadDeadLetterDatabases(
  environment: Record<string, string | undefined> = process.env,
): Record<string, string> {
  return parseConfig(variables, environment).DEAD_LETTER_DATABASES;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
