import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const page = z.object({
  /** As the web app's routes have it, `*` for everything else. */
  pattern: z.string(),
  /** The path that stands in the file's links, with `-name-` for a parameter. */
  path: z.string(),
  file: z.string(),
  isListed: z.boolean(),
});
export type Page = z.infer<typeof page>;

export type Pages = {
  /** The page at a path without a slash at its end; null where the web app has none. */
  find(path: string): Page | null;
  notFound: Page;
  all: readonly Page[];
};

/** The pages as the build of the web app lists them; null where it is not built. */
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
