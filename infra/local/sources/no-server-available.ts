import type { NoServerAvailable } from './source.ts';

/** One message for all unavailable servers: what to install, and what was tried. */
export function noServerMessage(missing: readonly NoServerAvailable[]): string {
  const names = missing.map(({ server }) => server).join(', ');
  const of = (key: 'debian' | 'macos') => missing.flatMap(({ fix }) => fix[key]).join(' ');
  return [
    `Cairn needs ${names}, and no source provides ${missing.length > 1 ? 'them' : 'it'}. Any one of these fixes it:`,
    `  Debian, Ubuntu  sudo apt-get install ${of('debian')}`,
    `  macOS           brew install ${of('macos')}`,
    `  Docker          start an engine, or set DOCKER_HOST; images: ${missing.map(({ fix }) => fix.image).join(' ')}`,
    `  Your own        ${missing.map(({ fix }) => fix.variable).join(' ')}  (in the environment or in .env)`,
    'What was tried:',
    ...missing.flatMap(({ server, reasons }) => reasons.map((each) => `  ${server}: ${each}`)),
  ].join('\n');
}
