// Texts of refusals that pages compare: free of zod, so that a page imports them without it.

export const INVALID_RESET_LINK = 'Invalid reset link. Please request a new password reset.';

export const ALREADY_COMPLETE = 'This hunt is already complete';
export const NOT_ACCEPTED = 'This claim was not accepted';
export const CALLED_OFF = 'This hunt was called off';
