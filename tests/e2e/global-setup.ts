import type { TestProject } from 'vitest/node';
import type { Site } from '../support/player.ts';
import type { Inside } from './inside.ts';
import { startTestStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    site: Site;
    inside: Inside;
    admin: { email: string; password: string };
    /** Empty without a browser: browser tests are skipped. */
    chromiumPath: string;
  }
}

/** Starts one stack for all browser tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startTestStack();
  project.provide('site', stack.site);
  project.provide('inside', stack.inside);
  project.provide('admin', stack.admin);
  project.provide('chromiumPath', process.env['CHROMIUM_PATH'] ?? '');
  return stack.stop;
}
