import { rangeOf } from '../browser/card-rules.js';
import { COUNTRY_CARDS } from './country-cards.ts';
import { DECLINES, type Decline } from './declines.ts';

/** The 3-D Secure flow that authenticated the cardholder. */
export type Authentication = 'challenge' | 'frictionless';

export type CardOutcome =
  | { kind: 'succeeds'; authentication?: 'frictionless' }
  | { kind: 'declines'; decline: Decline }
  | { kind: 'challenges'; afterwards: Exclude<CardOutcome, { kind: 'challenges' }> };

/** What happens some time after the payment or its refund. */
export type FollowUp =
  | 'refund_pends'
  | 'refund_fails'
  | 'dispute'
  | 'dispute_not_received'
  | 'dispute_twice'
  | 'inquiry'
  | 'warning';

export interface TestCard {
  number: string;
  /** The name after `pm_card_`; null if Stripe publishes only a number. */
  name: string | null;
  brand: string;
  country: string;
  funding: 'credit' | 'debit' | 'prepaid';
  outcome: CardOutcome;
  cvcFails: boolean;
  followUp: FollowUp | null;
}

const succeeds: CardOutcome = { kind: 'succeeds' };
const challenges: CardOutcome = { kind: 'challenges', afterwards: succeeds };

/** https://docs.stripe.com/testing, without the cards that differ only by Radar settings. */
const PUBLISHED: readonly TestCard[] = [
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
  card('6011981111111113', null, { funding: 'debit' }),
  card('3056930009020004', 'diners'),
  card('36227206271667', 'diners_14digits'),
  card('6555900000604105', null),
  card('3566002020360505', 'jcb', { country: 'JP' }),
  card('6200000000000005', 'unionpay', { country: 'CN' }),
  card('6200000000000047', null, { funding: 'debit', country: 'CN' }),
  card('6205500000000000004', null, { country: 'CN' }),
  card('4000002500001001', 'visa_cartesBancaires', { country: 'FR' }),
  card('5555552500001001', 'mastercard_cartesBancaires', { country: 'FR' }),
  card('4000050360000001', 'visa_debit_eftposAuCoBranded', { funding: 'debit', country: 'AU' }),
  card('5555050360000080', 'mastercard_debit_eftposAuCoBranded', {
    funding: 'debit',
    country: 'AU',
  }),

  card('4000000000000002', 'chargeDeclined', { outcome: declines(DECLINES.generic) }),
  card('4000000000009995', 'chargeDeclinedInsufficientFunds', {
    outcome: declines(DECLINES.insufficientFunds),
  }),
  card('4000000000009987', 'chargeDeclinedLostCard', { outcome: declines(DECLINES.lostCard) }),
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
  card('4000000000004954', 'riskLevelHighest', { outcome: declines(DECLINES.fraudulent) }),
  card('4000000000000101', 'cvcCheckFail', { cvcFails: true }),

  card('4000002500003155', 'authenticationRequiredOnSetup', { outcome: challenges }),
  card('4000002760003184', 'authenticationRequired', { outcome: challenges }),
  card('4000003800000446', 'authenticationRequiredSetupForOffSession', { outcome: challenges }),
  card('4000008260003178', 'authenticationRequiredChargeDeclinedInsufficientFunds', {
    outcome: challengesThen(DECLINES.insufficientFunds),
  }),
  card('4000000000003220', 'threeDSecure2Required', { outcome: challenges, country: 'IE' }),
  card('4000008400000027', null, { outcome: challenges }),
  card('4000000000003063', 'threeDSecureRequired', { outcome: challenges }),
  card('4000008400001629', 'threeDSecureRequiredChargeDeclined', {
    outcome: challengesThen(DECLINES.generic),
  }),
  card('4000008400001280', 'threeDSecureRequiredProcessingError', {
    outcome: declines(DECLINES.generic),
  }),
  card('4000000000003055', 'threeDSecureOptional'),
  card('4000000000003097', 'threeDSecureOptionalProcessingError'),
  card('4000000032200000', null, {
    outcome: { kind: 'succeeds', authentication: 'frictionless' },
  }),
  card('4000582600000094', null, { outcome: challenges }),
  card('4000582600000045', null, { outcome: challenges }),
  card('4000582600000102', null, { outcome: challenges }),
  card('4000582600000110', null, { outcome: challenges }),

  card('4000000000007726', 'pendingRefund', { followUp: 'refund_pends' }),
  card('4000000000005126', 'refundFail', { followUp: 'refund_fails' }),
  card('4000000000000077', 'bypassPending'),
  card('4000003720000278', 'bypassPendingInternational', { country: 'IE' }),

  card('4000000000000259', 'createDispute', { followUp: 'dispute' }),
  card('4000000000002685', 'createDisputeProductNotReceived', {
    followUp: 'dispute_not_received',
  }),
  card('4000000000001976', 'createDisputeInquiry', { followUp: 'inquiry' }),
  card('4000000000005423', 'createIssuerFraudRecord', { followUp: 'warning' }),
  card('4000000404000079', 'createMultipleDisputes', { followUp: 'dispute_twice' }),
  card('4000000404000038', 'createCe3EligibleDispute', { followUp: 'dispute' }),
  card('4000000001000043', 'createAutoRepresentmentEligibleDispute', { followUp: 'dispute' }),
  card('4000000404004816', 'createRapidDisputeResolutionDispute', { followUp: 'dispute' }),
  card('4000000404005649', 'createCe3BlockDispute', { followUp: 'dispute' }),
  card('5105000300000018', 'createEthocaAlert', { followUp: 'dispute' }),
];

const OF_COUNTRIES = COUNTRY_CARDS.map(({ number, name, ...facts }) => card(number, name, facts));

export const TEST_CARDS: readonly TestCard[] = [...PUBLISHED, ...OF_COUNTRIES];

/** Additional names of the cards above. */
const ALIASES = new Map([
  ['us', 'visa'],
  ['amex_threeDSecureNotSupported', 'amex'],
]);

/** Stripe declines every other number in test mode. */
export const NOT_A_TEST_CARD: CardOutcome = declines(DECLINES.notATestCard);

const BY_NUMBER = new Map(TEST_CARDS.map((entry) => [entry.number, entry]));
const BY_NAME = new Map(TEST_CARDS.map((entry) => [entry.name, entry]));

export function findTestCardByNumber(number: string): TestCard | null {
  return BY_NUMBER.get(number) ?? null;
}

/** Accepts `pm_card_visa`, and declines with or without the brand: `pm_card_visa_chargeDeclined`. */
export function findTestCardByName(name: string): TestCard | null {
  const bare = name.replace(/^(pm_card|tok)_/, '');
  if (bare === name) return null;
  const known = ALIASES.get(bare) ?? bare;
  return BY_NAME.get(known) ?? BY_NAME.get(known.replace(/^visa_/, '')) ?? null;
}

function card(number: string, name: string | null, more: Partial<TestCard> = {}): TestCard {
  const usual = {
    country: 'US',
    funding: 'credit',
    outcome: succeeds,
    cvcFails: false,
    followUp: null,
  } as const;
  return { number, name, brand: rangeOf(number).brand, ...usual, ...more };
}

function declines(decline: Decline): { kind: 'declines'; decline: Decline } {
  return { kind: 'declines', decline };
}

function challengesThen(decline: Decline): CardOutcome {
  return { kind: 'challenges', afterwards: declines(decline) };
}
