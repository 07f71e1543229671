import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkCommitment } from './check-commitment.ts';

const salt = randomBytes(32);
const code = 'M0SS0L1VE4417';
const commitment = createHash('sha256').update(salt).update(code).digest('hex');

it('computes what the server committed to', async () => {
  expect(await checkCommitment(commitment, { salt: salt.toString('hex'), code })).toBe(true);
});

it('sees another code, another salt and another commitment', async () => {
  const hex = salt.toString('hex');
  expect(await checkCommitment(commitment, { salt: hex, code: `${code}1` })).toBe(false);
  expect(await checkCommitment(commitment, { salt: randomBytes(32).toString('hex'), code })).toBe(
    false,
  );
  expect(await checkCommitment(commitment.replace(/^./, 'g'), { salt: hex, code })).toBe(false);
});
