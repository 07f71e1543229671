import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from './phone-number.ts';

describe('parsePhoneNumber', () => {
  it.each([
    ['8025550123', '+18025550123'],
    ['(802) 555-0123', '+18025550123'],
    ['+1 802.555.0123', '+18025550123'],
    ['+44 7700 900123', '+447700900123'],
    ['００４９', null],
    ['+4915112345678', '+4915112345678'],
    ['123', null],
    ['802-555-012', null],
    ['+1 802 555 01234', null],
    ['802 555 0123 ext. 5', null],
    ['call me', null],
    ['+', null],
    ['8025550123\r\nx', null],
  ])('reads %j', (text, number) => {
    if (number) expect(parsePhoneNumber(text)).toBe(number);
    else expect(() => parsePhoneNumber(text)).toThrow(InvalidInputError);
  });

  it('gives E.164 or refuses, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40, unit: 'binary' }), (text) => {
        try {
          expect(parsePhoneNumber(text)).toMatch(/^\+[1-9]\d{4,14}$/);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInputError);
        }
      }),
    );
  });
});
