import { z } from 'zod';
import { composeAccountDeleted } from './account-deleted.ts';
import { composeAccountExists } from './account-exists.ts';
import { composeDispute } from './dispute.ts';
import { type RenderedMail, renderContent } from './mail.ts';
import { composePasswordChanged } from './password-changed.ts';
import { composePasswordReset } from './password-reset.ts';
import { composeReceipt } from './receipt.ts';
import { composeRefund } from './refund.ts';
import { composeRejection } from './rejection.ts';
import { composeVerification } from './verification.ts';

/** Every mail that Cairn sends, by the name that the ledger keeps. */
const TEMPLATES = {
  verification: composeVerification,
  account_deleted: composeAccountDeleted,
  account_exists: composeAccountExists,
  password_reset: composePasswordReset,
  password_changed: composePasswordChanged,
  receipt: composeReceipt,
  refund: composeRefund,
  dispute: composeDispute,
  rejection: composeRejection,
};

export type TemplateName = keyof typeof TEMPLATES;

const site = z.object({ publicUrl: z.url() });

/** Throws where `variables` lack something that the template needs. */
export function renderMail(template: TemplateName, variables: unknown): RenderedMail {
  return renderContent(TEMPLATES[template](variables), site.parse(variables).publicUrl);
}
