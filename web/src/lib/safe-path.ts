/** Returns the path if it stays on this site: one leading slash, no scheme, no other host. */
export function safePath(path: string | null): string | null {
  if (!path || !/^\/(?![/\\])/.test(path) || hasControlCharacter(path)) return null;
  const url = parseOnOwnOrigin(path);
  return url && url.pathname + url.search + url.hash;
}

function parseOnOwnOrigin(path: string): URL | null {
  const own = 'https://own.invalid';
  try {
    const url = new URL(path, own);
    return url.origin === own && !url.pathname.startsWith('//') ? url : null;
  } catch {
    return null;
  }
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ');
}
