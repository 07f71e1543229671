// Free of zod, so that pages can distinguish these refusals without it.
export const INVALID_RESET_LINK = 'Invalid reset link. Please request a new password reset.';
