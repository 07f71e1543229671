import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkCommitment } from './check-commitment.ts';

const salt = randomBytes(32);
const code = 'M0SS0L1VE4417';
const commitment = createHash('sha256').update(salt).update(code).digest('hex');

it('accepts the commitment of a code and salt', async () => {
  expect(await checkCommitment(commitment, { salt: salt.toString('hex'), code })).toBe(true);
});

it('rejects another code, salt or commitment', async () => {
  const hex = salt.toString('hex');
  expect(await checkCommitment(commitment, { salt: hex, code: `${code}1` })).toBe(false);
  expect(await checkCommitment(commitment, { salt: randomBytes(32).toString('hex'), code })).toBe(
    false,
  );
  expect(await checkCommitment(commitment.replace(/^./, 'g'), { salt: hex, code })).toBe(false);
});
