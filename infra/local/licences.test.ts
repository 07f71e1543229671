import { describe, expect, it } from 'vitest';
import { listRefusedLicences } from './licences.ts';

const noManifest = () => null;

describe('licences of packages', () => {
  it('allows permissive licences and expressions of them', () => {
    const packages = {
      '': { license: 'UNLICENSED' },
      'libs/own': {},
      'node_modules/own': { link: true },
      'node_modules/a': { license: 'MIT' },
      'node_modules/a/node_modules/b': { license: '(MIT OR GPL-2.0)' },
      'node_modules/c': { license: 'MIT AND ISC' },
      'node_modules/react-leaflet': { license: 'Hippocratic-2.1' },
      'node_modules/tool': { license: 'GPL-3.0', dev: true },
    };
    expect(listRefusedLicences(packages, noManifest)).toEqual([]);
  });

  it('lists other licences, and packages without one', () => {
    const packages = {
      'node_modules/a': { license: 'GPL-3.0' },
      'node_modules/@x/b': { license: 'MIT AND AGPL-3.0' },
      'node_modules/c': {},
      'node_modules/d': {},
      'node_modules/e': { license: 'Hippocratic-2.1' },
    };
    const readManifest = (folder: string) =>
      folder.endsWith('d') ? { licenses: [{ type: 'MIT' }] } : null;
    expect(listRefusedLicences(packages, readManifest)).toEqual([
      'a: GPL-3.0',
      '@x/b: MIT AND AGPL-3.0',
      'c: unknown',
      'e: Hippocratic-2.1',
    ]);
  });
});
