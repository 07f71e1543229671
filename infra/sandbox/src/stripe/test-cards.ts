import { brandOf } from './card-numbers.ts';
import { DECLINES, type Decline } from './declines.ts';

export type CardOutcome =
  | { kind: 'succeeds' }
  | { kind: 'declines'; decline: Decline }
  | { kind: 'challenges'; afterwards: Exclude<CardOutcome, { kind: 'challenges' }> };

/** What follows by itself after the payment, or when it is refunded. */
export type Aftermath =
  | 'refund_pends'
  | 'refund_fails'
  | 'dispute'
  | 'dispute_not_received'
  | 'dispute_twice'
  | 'inquiry';

export interface TestCard {
  number: string;
  /** The name after `pm_card_`. */
  name: string;
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid';
  outcome: CardOutcome;
  cvcFails: boolean;
  aftermath: Aftermath | null;
}

const succeeds: CardOutcome = { kind: 'succeeds' };
const challenges: CardOutcome = { kind: 'challenges', afterwards: succeeds };

/** https://docs.stripe.com/testing */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa'),
  card('4000056655665556', 'visa_debit', { funding: 'debit' }),
  card('5555555555554444', 'mastercard'),
  card('2223003122003222', 'mastercard_2series'),
  card('5200828282828210', 'mastercard_debit', { funding: 'debit' }),
  card('5105105105105100', 'mastercard_prepaid', { funding: 'prepaid' }),
  card('378282246310005', 'amex'),
  card('371449635398431', 'amex_2'),
  card('6011111111111117', 'discover'),
  card('6011000990139424', 'discover_2'),
  card('3056930009020004', 'diners'),
  card('36227206271667', 'diners_14digits'),
  card('3566002020360505', 'jcb'),
  card('6200000000000005', 'unionpay'),
  card('4000000000000101', 'cvcCheckFail', { cvcFails: true }),
  card('4000000000000002', 'chargeDeclined', { outcome: declines(DECLINES.generic) }),
  card('4000000000009995', 'chargeDeclinedInsufficientFunds', {
    outcome: declines(DECLINES.insufficientFunds),
  }),
  card('4000000000009987', 'chargeDeclinedLostCard', {
    outcome: declines(DECLINES.lostCard),
  }),
  card('4000000000009979', 'chargeDeclinedStolenCard', {
    outcome: declines(DECLINES.stolenCard),
  }),
  card('4000000000000069', 'chargeDeclinedExpiredCard', {
    outcome: declines(DECLINES.expiredCard),
  }),
  card('4000000000000127', 'chargeDeclinedIncorrectCvc', {
    outcome: declines(DECLINES.incorrectCvc),
    cvcFails: true,
  }),
  card('4000000000000119', 'chargeDeclinedProcessingError', {
    outcome: declines(DECLINES.processingError),
  }),
  card('4000000000006975', 'chargeDeclinedVelocityLimitExceeded', {
    outcome: declines(DECLINES.velocityExceeded),
  }),
  card('4000000000000341', 'chargeCustomerFail', { outcome: declines(DECLINES.generic) }),
  card('4100000000000019', 'radarBlock', { outcome: declines(DECLINES.fraudulent) }),
  card('4000002500003155', 'authenticationRequiredOnSetup', { outcome: challenges }),
  card('4000002760003184', 'authenticationRequired', { outcome: challenges }),
  card('4000003800000446', 'authenticationRequiredSetupForOffSession', {
    outcome: challenges,
  }),
  card('4000000000003220', 'threeDSecure2Required', { outcome: challenges }),
  card('4000000000003063', 'threeDSecureRequired', { outcome: challenges }),
  card('4000008260003178', 'authenticationRequiredChargeDeclinedInsufficientFunds', {
    outcome: challengesThen(DECLINES.insufficientFunds),
  }),
  card('4000008400001629', 'threeDSecureRequiredChargeDeclined', {
    outcome: challengesThen(DECLINES.generic),
  }),
  card('4000000000003055', 'threeDSecureOptional'),
  card('4000000000007726', 'pendingRefund', { aftermath: 'refund_pends' }),
  card('4000000000005126', 'refundFail', { aftermath: 'refund_fails' }),
  card('4000000000000259', 'createDispute', { aftermath: 'dispute' }),
  card('4000000000002685', 'createDisputeProductNotReceived', {
    aftermath: 'dispute_not_received',
  }),
  card('4000000000001976', 'createDisputeInquiry', { aftermath: 'inquiry' }),
];

/** Every other number is declined in test mode, as there. */
export const NOT_A_TEST_CARD: CardOutcome = declines(DECLINES.notATestCard);

const BY_NUMBER = new Map(TEST_CARDS.map((entry) => [entry.number, entry]));
const BY_NAME = new Map(TEST_CARDS.map((entry) => [entry.name, entry]));

export function findTestCardByNumber(number: string): TestCard | null {
  return BY_NUMBER.get(number) ?? null;
}

/** `pm_card_visa`, and the declines with or without the brand: `pm_card_visa_chargeDeclined`. */
export function findTestCardByName(name: string): TestCard | null {
  const bare = name.replace(/^(pm_card|tok)_/, '');
  if (bare === name) return null;
  return BY_NAME.get(bare) ?? BY_NAME.get(bare.replace(/^visa_/, '')) ?? null;
}

function card(number: string, name: string, more: Partial<TestCard> = {}): TestCard {
  const usual = { funding: 'credit', outcome: succeeds, cvcFails: false, aftermath: null } as const;
  return { number, name, brand: brandOf(number), ...usual, ...more };
}

function declines(decline: Decline): { kind: 'declines'; decline: Decline } {
  return { kind: 'declines', decline };
}

function challengesThen(decline: Decline): CardOutcome {
  return { kind: 'challenges', afterwards: declines(decline) };
}
