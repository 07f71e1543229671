import type { Manifest } from 'vite';

/** The tags that load the styles and scripts of a page's source files together with the entry's. */
export function linksOf(sources: string[], manifest: Manifest, html: string): string {
  const seen = new Set<string>();
  const chunks = sources.flatMap((source) => chunksOf(source, manifest, seen));
  const styles = new Set(chunks.flatMap(({ css = [] }) => css));
  const tags = [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  return tags.filter((tag) => !html.includes(/=("\/[^"]+")/.exec(tag)?.[1] ?? tag)).join('');
}

/** A chunk and its static imports, each once; without the entry, which every page loads. */
function chunksOf(key: string, manifest: Manifest, seen: Set<string>): Manifest[string][] {
  const chunk = manifest[key];
  if (!chunk || chunk.isEntry || seen.has(key)) return [];
  seen.add(key);
  const imported = (chunk.imports ?? []).flatMap((name) => chunksOf(name, manifest, seen));
  return [chunk, ...imported];
}
