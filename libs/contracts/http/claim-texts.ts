/** Refusals of a claim, in a file without zod for the page that compares them. */
export const ALREADY_COMPLETE = 'This hunt is already complete';
export const NOT_ACCEPTED = 'This claim was not accepted';
export const CALLED_OFF = 'This hunt was called off';
