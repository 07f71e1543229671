/**
 * What the token of a mailed link is bound to while it is sealed: who and what the mail is for.
 * auth seals with it and the worker opens with it (`libs/service-kit/seal.ts`).
 */
export function sealedTokenContext(mail: { userId: string; template: string }): string {
  return `email.requested:${mail.template}:${mail.userId}`;
}
