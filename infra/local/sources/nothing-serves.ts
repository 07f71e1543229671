import type { NothingServes } from './source.ts';

/** One message for all servers that no source has: what to install, and what was tried. */
export function nothingServesText(missing: readonly NothingServes[]): string {
  const names = missing.map(({ server }) => server).join(', ');
  const of = (key: 'debian' | 'macos') => missing.flatMap(({ remedy }) => remedy[key]).join(' ');
  return [
    `Cairn needs ${names}, and no source has ${missing.length > 1 ? 'them' : 'it'}. Any one of these helps:`,
    `  Debian, Ubuntu  sudo apt-get install ${of('debian')}`,
    `  macOS           brew install ${of('macos')}`,
    `  Docker          start an engine, or set DOCKER_HOST; images: ${missing.map(({ remedy }) => remedy.image).join(' ')}`,
    `  Your own        ${missing.map(({ remedy }) => remedy.variable).join(' ')}  (in the environment or in .env)`,
    'What was tried:',
    ...missing.flatMap(({ server, reasons }) => reasons.map((each) => `  ${server}: ${each}`)),
  ].join('\n');
}
