import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AllowedNumbers, isAllowedNumber, parsePhoneNumber } from './phone-number.ts';

const ALLOWED: AllowedNumbers = {
  countries: ['US', 'CA'],
  types: ['MOBILE', 'FIXED_LINE_OR_MOBILE'],
};

describe('parsePhoneNumber', () => {
  it.each([
    ['8025550123', '+18025550123'],
    ['(802) 555-0123', '+18025550123'],
    ['+1 802.555.0123', '+18025550123'],
    ['+1 416 555 0123', '+14165550123'],
    ['００４９', null],
    ['123', null],
    ['802-555-012', null],
    ['+1 802 555 01234', null],
    ['802 555 0123 ext. 5', null],
    ['call me', null],
    ['+', null],
    ['8025550123\r\nx', null],
  ])('reads %j', (text, number) => {
    if (number) expect(parsePhoneNumber(text, ALLOWED)).toBe(number);
    else expect(() => parsePhoneNumber(text, ALLOWED)).toThrow(InvalidInputError);
  });

  it.each([
    ['a mobile number of the United Kingdom', '+447912345678'],
    ['a mobile number of Jamaica, which shares +1', '+18762101234'],
    ['a satellite phone', '+870773111632'],
    ['another satellite network', '+881612345678'],
    ['a premium number', '+19002345678'],
    ['a toll-free number', '+18002345678'],
    ['a number outside all known ranges', '+19992345678'],
  ])('P-3.8 refuses %s', (_what, number) => {
    expect(() => parsePhoneNumber(number, ALLOWED)).toThrow(
      'We can send text messages only to mobile numbers of these countries: United States, Canada.',
    );
    expect(isAllowedNumber(number, ALLOWED)).toBe(false);
  });

  it('P-3.8 accepts countries and types that the configuration allows', () => {
    expect(parsePhoneNumber('+447912345678', { ...ALLOWED, countries: ['GB'] })).toBe(
      '+447912345678',
    );
    expect(isAllowedNumber('+18002345678', { ...ALLOWED, types: ['TOLL_FREE'] })).toBe(true);
  });

  it('returns E.164 or throws InvalidInputError for any input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40, unit: 'binary' }), (text) => {
        try {
          expect(parsePhoneNumber(text, ALLOWED)).toMatch(/^\+[1-9]\d{4,14}$/);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInputError);
        }
      }),
    );
  });
});
