import { describe, expect, it } from 'vitest';
import { changeForm, resetForm } from './new-password-schema.ts';

function faultsOf(schema: typeof resetForm | typeof changeForm, form: Record<string, string>) {
  const { error } = schema.safeParse(form);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? []);
}

describe('new password by a mailed link', () => {
  it('accepts two equal passwords that are long enough, with any characters', () => {
    expect(resetForm.parse({ password: '        ', confirmPassword: '        ' })).toEqual({
      password: '        ',
      confirmPassword: '        ',
    });
  });

  it('reports a short password and a mismatch together', () => {
    expect(faultsOf(resetForm, { password: 'short', confirmPassword: 'other' })).toEqual({
      password: 'Password must be at least 8 characters long',
      confirmPassword: 'Passwords do not match',
    });
  });

  it('requires every field', () => {
    expect(faultsOf(resetForm, { password: '', confirmPassword: '' })).toEqual({
      password: 'All fields are required',
      confirmPassword: 'All fields are required',
    });
  });
});

describe('new password by the current one', () => {
  it('uses its own texts', () => {
    const form = { currentPassword: 'x', newPassword: 'short', confirmPassword: 'other' };
    expect(faultsOf(changeForm, form)).toEqual({
      newPassword: 'New password must be at least 8 characters long',
      confirmPassword: 'New passwords do not match',
    });
  });

  it('requires the current password', () => {
    const form = {
      currentPassword: '',
      newPassword: 'long enough',
      confirmPassword: 'long enough',
    };
    expect(faultsOf(changeForm, form)).toEqual({ currentPassword: 'All fields are required' });
  });
});
