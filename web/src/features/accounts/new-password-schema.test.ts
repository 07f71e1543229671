import { describe, expect, it } from 'vitest';
import { changeForm, resetForm } from './new-password-schema.ts';

function faultsOf(schema: typeof resetForm | typeof changeForm, form: Record<string, string>) {
  const { error } = schema.safeParse(form);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? []);
}

describe('a new password by a mailed link', () => {
  it('is taken when both are the same and long enough, whatever their characters', () => {
    expect(resetForm.parse({ password: '        ', confirmPassword: '        ' })).toEqual({
      password: '        ',
      confirmPassword: '        ',
    });
  });

  it('tells of a short one and of a different repetition at once', () => {
    expect(faultsOf(resetForm, { password: 'short', confirmPassword: 'other' })).toEqual({
      password: 'Password must be at least 8 characters long',
      confirmPassword: 'Passwords do not match',
    });
  });

  it('asks for every field', () => {
    expect(faultsOf(resetForm, { password: '', confirmPassword: '' })).toEqual({
      password: 'All fields are required',
      confirmPassword: 'All fields are required',
    });
  });
});

describe('a new password by the current one', () => {
  it('has its own texts', () => {
    const form = { currentPassword: 'x', newPassword: 'short', confirmPassword: 'other' };
    expect(faultsOf(changeForm, form)).toEqual({
      newPassword: 'New password must be at least 8 characters long',
      confirmPassword: 'New passwords do not match',
    });
  });

  it('asks for the current one', () => {
    const form = {
      currentPassword: '',
      newPassword: 'long enough',
      confirmPassword: 'long enough',
    };
    expect(faultsOf(changeForm, form)).toEqual({ currentPassword: 'All fields are required' });
  });
});
