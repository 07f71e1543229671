/**
 * The sealing context of a mailed link's token: the user and the purpose of the mail. auth seals
 * with it and the worker opens with it (`libs/service-kit/seal.ts`).
 */
export function sealedTokenContext(mail: { userId: string; template: string }): string {
  return `email.requested:${mail.template}:${mail.userId}`;
}
