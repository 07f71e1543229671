/** Licences of packages that the servers or the web app contain. */
const ALLOWED = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Unlicense', 'CC0-1.0', 'CC-BY-4.0', 'Python-2.0', 'Zlib', 'OFL-1.1'],
  // Their sources stay unchanged and are published; libvips is a library that is loaded at run time.
  ...['MPL-2.0', 'LGPL-3.0-or-later'],
]);
/** Packages with another licence: react-leaflet was chosen by the customer, with its licence. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'react-leaflet': 'Hippocratic-2.1',
  '@react-leaflet/core': 'Hippocratic-2.1',
};

type Locked = { dev?: boolean; link?: boolean; license?: string };
type Manifest = { license?: string; licenses?: { type: string }[] };

/**
 * The packages of a package-lock.json, except those of development, whose licence is not allowed.
 * `readManifest` returns the package.json of an installed folder, for locks without a licence.
 */
export function listRefusedLicences(
  packages: Record<string, Locked>,
  readManifest: (folder: string) => Manifest | null,
): string[] {
  return Object.entries(packages).flatMap(([folder, { dev, link, license }]) => {
    const name = folder.split('node_modules/').at(-1) ?? '';
    if (!folder.includes('node_modules/') || dev || link) return [];
    const found = license ?? licenceOf(readManifest(folder));
    return isAllowed(found) || EXCEPTIONS[name] === found ? [] : [`${name}: ${found}`];
  });
}

function licenceOf(manifest: Manifest | null): string {
  return manifest?.license ?? manifest?.licenses?.map(({ type }) => type).join(' OR ') ?? 'unknown';
}

/** SPDX: every part of an AND, any part of an OR. */
function isAllowed(expression: string): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => ALLOWED.has(licence)));
}
