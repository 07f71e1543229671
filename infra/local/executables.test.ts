import { describe, expect, it } from 'vitest';
import { isVersionAtLeast } from './executables.ts';

describe('the version of a program', () => {
  it.each([
    [[1, 99], true],
    [[999, 0], false],
  ] as const)('Node is at least %s: %s', (version, expected) => {
    expect(isVersionAtLeast(process.execPath, version)).toBe(expected);
  });

  it('compares the minor versions of the same major version', () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    expect(isVersionAtLeast(process.execPath, [major, minor])).toBe(true);
    expect(isVersionAtLeast(process.execPath, [major, minor + 1])).toBe(false);
  });

  it('is too old for a program that is missing or refuses the argument', () => {
    expect(isVersionAtLeast('/missing/program', [0, 1])).toBe(false);
    expect(isVersionAtLeast(process.execPath, [0, 1], '--unknown-argument')).toBe(false);
  });
});
