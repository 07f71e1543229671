import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitTo, hashCode, makeSalt, normaliseCode } from './code.ts';

const LOOK_ALIKES: Record<string, string[]> = {
  '0': ['0', 'o', 'O'],
  '1': ['1', 'i', 'I', 'l', 'L'],
};
const NOISE = [' ', '-', '\t', '\n', '\u00a0', '\u2013', '\u2212', '\u00ad', '\u200b'];

const normalised = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTUVWXYZ'),
  maxLength: 30,
});

/** A spelling of a normalised code that a user may type. */
const typed = normalised.chain((code) =>
  fc
    .tuple(
      ...[...code].map((letter) =>
        fc.tuple(
          fc.constantFrom(...(LOOK_ALIKES[letter] ?? [letter, letter.toLowerCase()])),
          fc.string({ unit: fc.constantFrom(...NOISE), maxLength: 3 }),
        ),
      ),
    )
    .map((parts) => ({ code, text: parts.flat().join('') })),
);

describe('normaliseCode', () => {
  it('ignores only case, spaces, dashes and look-alikes', () => {
    expect(normaliseCode(' tr0ll-Bridge–ilO 7 ')).toBe('TR011BR1DGE1107');
    expect(normaliseCode('moss.42')).toBe('M0SS.42');
    expect(normaliseCode('')).toBe('');
  });

  it('returns the code for every spelling', () => {
    fc.assert(fc.property(typed, ({ code, text }) => normaliseCode(text) === code));
  });

  it('is idempotent for any input', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(fc.property(text, (t) => normaliseCode(normaliseCode(t)) === normaliseCode(t)));
  });

  it('keeps different codes different', () => {
    fc.assert(
      fc.property(normalised, normalised, (a, b) => {
        expect(normaliseCode(a) === normaliseCode(b)).toBe(a === b);
      }),
    );
  });
});

describe('hashCode', () => {
  it('is equal for all spellings and differs under another key', () => {
    const key = randomBytes(32);
    expect(hashCode('o-i-l', key)).toEqual(hashCode('011', key));
    expect(hashCode('011', randomBytes(32))).not.toEqual(hashCode('011', key));
    expect(hashCode('012', key)).not.toEqual(hashCode('011', key));
  });
});

describe('commitTo', () => {
  it('is the hex SHA-256 of the salt and the normalised code', () => {
    const salt = Buffer.alloc(32, 7);
    const expected = createHash('sha256').update(Buffer.concat([salt, Buffer.from('TR011')]));
    expect(commitTo('troll', salt)).toBe(expected.digest('hex'));
  });

  it('differs for two equal codes, since each has its own salt', () => {
    expect(makeSalt()).toHaveLength(32);
    expect(commitTo('troll', makeSalt())).not.toBe(commitTo('troll', makeSalt()));
  });
});
