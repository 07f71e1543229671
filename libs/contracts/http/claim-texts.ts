/** Refusals of a claim, apart from its schemas: the page that compares them needs no zod. */
export const ALREADY_COMPLETE = 'This hunt is already complete';
export const NOT_ACCEPTED = 'This claim was not accepted';
