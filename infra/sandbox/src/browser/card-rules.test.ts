import { describe, expect, it } from 'vitest';
import { cvcProblem, expiryProblem, numberProblem, postalProblem } from './card-rules.js';

const NOW = new Date(2026, 10, 21);

describe('card element rules', () => {
  it.each([
    ['', 'incomplete_number', 'Your card number is incomplete.'],
    ['424242424242424', 'incomplete_number', 'Your card number is incomplete.'],
    ['4242424242424241', 'invalid_number', 'Your card number is invalid.'],
    ['378282246310006', 'invalid_number', 'Your card number is invalid.'],
  ])('number "%s" returns error %s', (number, code, message) => {
    expect(numberProblem(number)).toEqual({ type: 'validation_error', code, message });
  });

  it.each([
    ['1', 'incomplete_expiry'],
    ['1225', 'invalid_expiry_year_past'],
    ['1026', 'invalid_expiry_month_past'],
    ['1126', undefined],
    ['0127', undefined],
    ['1299', 'invalid_expiry_year'],
  ])('expiry %s in November 2026 returns error %s', (digits, code) => {
    expect(expiryProblem(digits, NOW)?.code).toBe(code);
  });

  it('require a four-digit CVC for American Express and three digits for other brands', () => {
    expect(cvcProblem('123', '378282246310005')?.code).toBe('incomplete_cvc');
    expect(cvcProblem('1234', '378282246310005')).toBeNull();
    expect(cvcProblem('123', '4242424242424242')).toBeNull();
    expect(cvcProblem('12', '4242424242424242')?.code).toBe('incomplete_cvc');
  });

  it('accept a five-digit postal code or one with letters', () => {
    expect(postalProblem('05401')).toBeNull();
    expect(postalProblem('K1A 0B1')).toBeNull();
    expect(postalProblem('0540')?.message).toBe('Your postal code is incomplete.');
  });
});
