import { rejectionReason } from '@cairn/contracts/events/purchases.ts';
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
import { composeReceipt } from './receipt.ts';
import { composeRefund } from './refund.ts';
import { composeRejection } from './rejection.ts';
import { CANCELLATION, CONTACT, HUNT, MAILING, MOMENT, PURCHASE } from './sample-data.ts';
import {
  composeStaffClaim,
  composeStaffStash,
  textStaffClaim,
  textStaffStash,
} from './staff-alarms.ts';
import { textPhoneCode } from './text-message.ts';
import { composeVerification } from './verification.ts';

type Template = {
  /**
   * `account` is about the recipient's own account or money, `contact` about a contact message,
   * `staff` an alarm; `alert` (by the preference for a hunt) and `mailing` go to many recipients.
   */
  kind: MessageKind;
  mail?: (variables: unknown) => MailContent;
  text?: (variables: unknown) => string;
  /** Variables of a message, and of each variant with a different text, by the name of its preview. */
  samples: Readonly<Record<string, Record<string, unknown>>>;
};

const RECEIPT = { ...PURCHASE, recordedAt: MOMENT, card: { brand: 'visa', last4: '4242' } };
const REVERSAL = { ...PURCHASE, at: MOMENT };
const CLAIM = { ...HUNT, claimId: '9f1c2d3e-0000-4000-8000-000000000001', completedAt: MOMENT };

/** Every message that Cairn sends, by its name in the ledger. */
const TEMPLATES = {
  verification: {
    kind: 'account',
    mail: composeVerification,
    samples: { verification: { token: 'sample' } },
  },
  account_deleted: {
    kind: 'account',
    mail: composeAccountDeleted,
    samples: { account_deleted: {} },
  },
  account_exists: { kind: 'account', mail: composeAccountExists, samples: { account_exists: {} } },
  password_reset: {
    kind: 'account',
    mail: composePasswordReset,
    samples: { password_reset: { token: 'sample' } },
  },
  password_changed: {
    kind: 'account',
    mail: composePasswordChanged,
    samples: { password_changed: {} },
  },
  receipt: { kind: 'account', mail: composeReceipt, samples: { receipt: RECEIPT } },
  refund: {
    kind: 'account',
    mail: composeRefund,
    samples: {
      'refund-succeeded': { ...REVERSAL, outcome: 'succeeded' },
      'refund-failed': { ...REVERSAL, outcome: 'failed' },
      'refund-cancelled-hunt-succeeded': {
        ...REVERSAL,
        outcome: 'succeeded',
        cancellation: CANCELLATION,
      },
      'refund-cancelled-hunt-failed': {
        ...REVERSAL,
        outcome: 'failed',
        cancellation: CANCELLATION,
      },
    },
  },
  hunt_cancelled: {
    kind: 'account',
    mail: composeHuntCancelled,
    samples: { hunt_cancelled: { ...REVERSAL, cancellation: CANCELLATION } },
  },
  dispute: {
    kind: 'account',
    mail: composeDispute,
    samples: {
      'dispute-open': { ...REVERSAL, outcome: 'open' },
      'dispute-won': { ...REVERSAL, outcome: 'won' },
      'dispute-lost': { ...REVERSAL, outcome: 'lost' },
    },
  },
  rejection: {
    kind: 'account',
    mail: composeRejection,
    samples: Object.fromEntries(
      rejectionReason.options.map((reason) => [
        `rejection-${reason}`,
        { ...REVERSAL, cause: 'late', reason },
      ]),
    ),
  },
  phone_code: {
    kind: 'account',
    text: textPhoneCode,
    samples: { phone_code: { token: '204816' } },
  },
  clue_published: {
    kind: 'alert',
    mail: composeCluePublished,
    text: textCluePublished,
    samples: {
      'clue_published-clue': {
        ...HUNT,
        kind: 'clue',
        clueTitle: 'Where the water turns',
        number: 4,
      },
      'clue_published-update': { ...HUNT, kind: 'update', clueTitle: 'Mud season', number: 2 },
    },
  },
  hunt_completed: {
    kind: 'alert',
    mail: composeHuntCompleted,
    samples: { hunt_completed: { ...HUNT, completedAt: MOMENT } },
  },
  claim_verified: { kind: 'alert', mail: composeClaimVerified, samples: { claim_verified: HUNT } },
  claim_rejected: {
    kind: 'alert',
    mail: composeClaimRejected,
    text: textClaimRejected,
    samples: { claim_rejected: HUNT },
  },
  staff_claim: {
    kind: 'staff',
    mail: composeStaffClaim,
    text: textStaffClaim,
    samples: { staff_claim: CLAIM },
  },
  staff_stash: {
    kind: 'staff',
    mail: composeStaffStash,
    text: textStaffStash,
    samples: {
      staff_stash: { ...HUNT, unlockedAt: MOMENT },
      'staff_stash-repeated': { ...HUNT, unlockedAt: MOMENT, count: 7 },
    },
  },
  contact_staff: {
    kind: 'contact',
    mail: composeContactStaff,
    samples: { contact_staff: { contact: CONTACT } },
  },
  contact_copy: {
    kind: 'contact',
    mail: composeContactCopy,
    samples: { contact_copy: { contact: CONTACT } },
  },
  contact_acknowledgement: {
    kind: 'contact',
    mail: composeContactAcknowledgement,
    samples: { contact_acknowledgement: {} },
  },
  contact_answer: {
    kind: 'contact',
    mail: composeContactAnswer,
    samples: { contact_answer: { contact: { ...CONTACT, answer: 'Yes: in Vermont.' } } },
  },
  mailing: { kind: 'mailing', samples: { mailing: { mailing: MAILING } } },
  mailing_test: { kind: 'account', samples: {} },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

/** The samples of every message. */
export const SAMPLES = TEMPLATE_NAMES.flatMap((template) =>
  Object.entries<Record<string, unknown>>(TEMPLATES[template].samples).map(([as, variables]) => ({
    template,
    as,
    variables,
  })),
);

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
