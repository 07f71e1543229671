import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

it('a file without the values of a new process gets them, and keeps the others', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cairn-secrets-'));
  try {
    const first = loadSecrets(directory);
    const { payment: _key, ...internalKeys } = first.internalKeys;
    const { payment: _password, ...rolePasswords } = first.rolePasswords;
    const older = { ...first, internalKeys, rolePasswords };
    writeFileSync(join(directory, 'secrets.json'), JSON.stringify(older));
    const second = loadSecrets(directory);
    expect(second).toMatchObject(older);
    expect(second.internalKeys.payment.privateKey).not.toBe('');
    expect(second.rolePasswords.payment).not.toBe('');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
