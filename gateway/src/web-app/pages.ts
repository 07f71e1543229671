import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const page = z.object({
  /** Route pattern of the web app; `*` matches everything else. */
  pattern: z.string(),
  /** The path in the file's links, with `-name-` for a parameter. */
  path: z.string(),
  file: z.string(),
  isListed: z.boolean(),
});
export type Page = z.infer<typeof page>;

export type Pages = {
  /** The page for a path without a trailing slash, or null. */
  find(path: string): Page | null;
  notFound: Page;
  all: readonly Page[];
};

/** The pages listed by the web app's build; null if it is not built. */
export function readPages(dist: string): Pages | null {
  const text = readIfThere(join(dist, 'pages.json'));
  if (text === null) return null;
  const all = z.array(page).parse(JSON.parse(text));
  const notFound = all.find(({ pattern }) => pattern === '*');
  if (!notFound) throw new Error('The web app was built without its not-found page.');
  const known = all
    .filter((one) => one !== notFound)
    .map((one) => ({ one, matches: new RegExp(`^${one.pattern.replace(/:\w+/g, '[^/]+')}$`) }));
  return {
    all,
    notFound,
    find: (path) => known.find(({ matches }) => matches.test(path))?.one ?? null,
  };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
