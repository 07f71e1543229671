import type { MessageKind } from '@cairn/contracts/http/alerts.ts';
import { z } from 'zod';
import { BULK_KINDS } from '../suppressions/suppression.ts';
import { composeAccountDeleted } from './account-deleted.ts';
import { composeAccountExists } from './account-exists.ts';
import { composeClaimRejected, textClaimRejected } from './claim-rejected.ts';
import { composeClaimVerified } from './claim-verified.ts';
import { composeCluePublished, textCluePublished } from './clue-published.ts';
import {
  composeContactAcknowledgement,
  composeContactAnswer,
  composeContactCopy,
  composeContactStaff,
} from './contact.ts';
import { composeDispute } from './dispute.ts';
import { composeHuntCancelled } from './hunt-cancelled.ts';
import { composeHuntCompleted } from './hunt-completed.ts';
import { type MailContent, type RenderedMail, renderContent } from './mail.ts';
import { renderMailing } from './mailing.ts';
import { composePasswordChanged } from './password-changed.ts';
import { composePasswordReset } from './password-reset.ts';
import { textPhoneCode } from './phone-code.ts';
import { composeReceipt } from './receipt.ts';
import { composeRefund } from './refund.ts';
import { composeRejection } from './rejection.ts';
import {
  composeStaffClaim,
  composeStaffStash,
  textStaffClaim,
  textStaffStash,
} from './staff-alarms.ts';
import { composeVerification } from './verification.ts';

type Template = {
  /**
   * `account` is about the recipient's own account or money, `contact` about a contact message,
   * `staff` an alarm; `alert` (by the preference for a hunt) and `mailing` go to many recipients.
   */
  kind: MessageKind;
  mail?: (variables: unknown) => MailContent;
  text?: (variables: unknown) => string;
};

/** Every message that Cairn sends, by its name in the ledger. */
const TEMPLATES = {
  verification: { kind: 'account', mail: composeVerification },
  account_deleted: { kind: 'account', mail: composeAccountDeleted },
  account_exists: { kind: 'account', mail: composeAccountExists },
  password_reset: { kind: 'account', mail: composePasswordReset },
  password_changed: { kind: 'account', mail: composePasswordChanged },
  receipt: { kind: 'account', mail: composeReceipt },
  refund: { kind: 'account', mail: composeRefund },
  hunt_cancelled: { kind: 'account', mail: composeHuntCancelled },
  dispute: { kind: 'account', mail: composeDispute },
  rejection: { kind: 'account', mail: composeRejection },
  phone_code: { kind: 'account', text: textPhoneCode },
  clue_published: { kind: 'alert', mail: composeCluePublished, text: textCluePublished },
  hunt_completed: { kind: 'alert', mail: composeHuntCompleted },
  claim_verified: { kind: 'alert', mail: composeClaimVerified },
  claim_rejected: { kind: 'alert', mail: composeClaimRejected, text: textClaimRejected },
  staff_claim: { kind: 'staff', mail: composeStaffClaim, text: textStaffClaim },
  staff_stash: { kind: 'staff', mail: composeStaffStash, text: textStaffStash },
  contact_staff: { kind: 'contact', mail: composeContactStaff },
  contact_copy: { kind: 'contact', mail: composeContactCopy },
  contact_acknowledgement: { kind: 'contact', mail: composeContactAcknowledgement },
  contact_answer: { kind: 'contact', mail: composeContactAnswer },
  mailing: { kind: 'mailing' },
  mailing_test: { kind: 'account' },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

const site = z.object({
  publicUrl: z.url(),
  unsubscribeUrl: z.string().nullish(),
  postalAddress: z.string().nullish(),
});

/** Throws if a variable is missing or the template has no mail. */
export function renderMail(template: TemplateName, variables: unknown): RenderedMail {
  const { mail }: Template = TEMPLATES[template];
  const { postalAddress, ...common } = site.parse(variables);
  if (mail) {
    return renderContent(mail(variables), isBulk(template) ? { ...common, postalAddress } : common);
  }
  if (!isMailing(template)) throw new Error(`${template} has no mail`);
  return renderMailing(variables);
}

/** The text of an SMS; throws as `renderMail` does. */
export function renderText(template: TemplateName, variables: unknown): string {
  const { text }: Template = TEMPLATES[template];
  if (!text) throw new Error(`${template} has no text message`);
  return text(variables);
}

export function hasMail(template: TemplateName): boolean {
  return 'mail' in TEMPLATES[template] || isMailing(template);
}

export function hasText(template: TemplateName): boolean {
  return 'text' in TEMPLATES[template];
}

/** Whether its mails carry an unsubscribe link, and an unsubscribe suppresses them. */
export function isBulk(template: TemplateName): boolean {
  return (BULK_KINDS as readonly MessageKind[]).includes(kindOf(template));
}

export function kindOf(template: TemplateName): MessageKind {
  return TEMPLATES[template].kind;
}

/** Whether the worker checks the preference for the hunt when it sends. */
export function isAlert(template: TemplateName): boolean {
  return TEMPLATES[template].kind === 'alert';
}

/** Whether staff would miss the message if it is suppressed. */
export function isForStaff(template: TemplateName): boolean {
  return TEMPLATES[template].kind === 'staff' || template === 'contact_staff';
}

function isMailing(template: TemplateName): boolean {
  return template === 'mailing' || template === 'mailing_test';
}
