import { rejectionReason } from '@cairn/contracts/events/purchases.ts';
import type { TemplateName } from './catalogue.ts';

type Sample = { template: TemplateName; as: string; variables: Record<string, unknown> };

const MAY = '2026-05-17T14:05:00.000Z';
const hunt = { handle: 'vt-troll-hunt', title: 'The Vermont Troll' };
const purchase = {
  purchaseId: '4f6c1e8a-7d0b-4b43-9a63-0d9a5c1f2e77',
  receiptNumber: 'CRN-2026-000123',
  productTitle: hunt.title,
  handle: hunt.handle,
  region: 'Vermont',
  amountCents: 2000,
  currency: 'USD',
};
const cancellation = { reason: 'The river has washed out the road to the box.' };
const contact = {
  name: 'Ann Example',
  email: 'ann@example.com',
  message: 'Hello,\nis the river part of the search area?\n\nThank you,\nAnn',
};
const mailing = {
  subject: 'Summer hunts are open',
  html: '<h1>Summer is here</h1><p>Three new hunts begin in <strong>June</strong>. <a href="https://cairn.example/hunts" rel="noopener">See them all</a>.</p><ul><li>Vermont</li><li>Maine</li></ul><blockquote>Look under the third stone.</blockquote>',
  text: 'Summer is here\n\nThree new hunts begin in June. See them all [https://cairn.example/hunts].\n\n * Vermont\n * Maine',
};

/** A sample of every message, and of each variant with a different text. */
export const SAMPLES: readonly Sample[] = [
  sample('verification', { token: 'sample' }),
  sample('account_exists'),
  sample('password_reset', { token: 'sample' }),
  sample('password_changed'),
  sample('account_deleted'),
  sample('receipt', { ...purchase, recordedAt: MAY, card: { brand: 'visa', last4: '4242' } }),
  ...['succeeded', 'failed'].map((outcome) =>
    sample('refund', { ...purchase, at: MAY, outcome }, outcome),
  ),
  ...['succeeded', 'failed'].map((outcome) =>
    sample('refund', { ...purchase, at: MAY, outcome, cancellation }, `cancelled-hunt-${outcome}`),
  ),
  sample('hunt_cancelled', { ...purchase, at: MAY, cancellation }),
  ...['open', 'won', 'lost'].map((outcome) =>
    sample('dispute', { ...purchase, at: MAY, outcome }, outcome),
  ),
  ...rejectionReason.options.map((reason) =>
    sample('rejection', { ...purchase, at: MAY, cause: 'late', reason }, reason),
  ),
  sample(
    'clue_published',
    { ...hunt, kind: 'clue', clueTitle: 'Where the water turns', number: 4 },
    'clue',
  ),
  sample(
    'clue_published',
    { ...hunt, kind: 'update', clueTitle: 'Mud season', number: 2 },
    'update',
  ),
  sample('hunt_completed', { ...hunt, completedAt: MAY }),
  sample('claim_verified', hunt),
  sample('claim_rejected', hunt),
  sample('staff_claim', {
    ...hunt,
    claimId: '9f1c2d3e-0000-4000-8000-000000000001',
    completedAt: MAY,
  }),
  sample('staff_stash', { ...hunt, unlockedAt: MAY }),
  sample('staff_stash', { ...hunt, unlockedAt: MAY, count: 7 }, 'repeated'),
  sample('contact_staff', { contact }),
  sample('contact_copy', { contact }),
  sample('contact_acknowledgement'),
  sample('contact_answer', { contact: { ...contact, answer: 'Yes: in Vermont.' } }),
  sample('phone_code', { token: '204816' }),
  sample('mailing', { mailing }),
];

function sample(template: TemplateName, variables = {}, kind?: string): Sample {
  return { template, as: kind ? `${template}-${kind}` : template, variables };
}
