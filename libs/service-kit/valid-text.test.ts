import { assert, jsonValue, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isValidText, toValidText } from './valid-text.ts';

function nested(depth: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('isValidText', () => {
  it('accepts any JSON of valid text', () => {
    const sane = jsonValue({ stringUnit: 'grapheme', maxDepth: 6 });
    assert(
      property(sane, (value) => {
        // An escaped backslash starts no escape sequence.
        const text = JSON.stringify(value).replaceAll('\\\\', '');
        expect(isValidText(value)).toBe(!text.includes('\\u0000') && !text.includes('\\ud'));
      }),
    );
  });

  it.each([
    ['a NUL', 'a\0b'],
    ['a NUL deep within', { a: [{ b: '\0' }] }],
    ['a NUL in a name', { 'a\0': 1 }],
    ['a lone high surrogate', '\ud83d'],
    ['a lone low surrogate', { text: 'x\ude00' }],
    ['a lone surrogate in a name', [{ '\ud83d': 1 }]],
  ])('refuses %s', (_, value) => {
    expect(isValidText(value)).toBe(false);
  });

  it('accepts a complete surrogate pair and the replacement character', () => {
    expect(isValidText({ '😀': '😀\ufffd' })).toBe(true);
  });

  it('refuses nesting beyond 100 at any depth without a stack overflow', () => {
    expect(isValidText(nested(100))).toBe(true);
    expect(isValidText(nested(101))).toBe(false);
    expect(isValidText(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)))).toBe(false);
  });
});

describe('toValidText', () => {
  it('turns any text into valid text', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        expect(isValidText(toValidText(`${text}\0\ud800`))).toBe(true);
      }),
    );
  });

  it('keeps valid text and truncates long text', () => {
    expect(toValidText('Grüße, 😀')).toBe('Grüße, 😀');
    expect(toValidText('x'.repeat(5_000))).toHaveLength(2_000);
    // The cut falls inside a surrogate pair.
    expect(isValidText(toValidText(`${'x'.repeat(1_999)}😀`))).toBe(true);
  });
});
