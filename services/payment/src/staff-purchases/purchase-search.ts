/** What the text of a search is compared with. */
export type PurchaseSearch =
  | { kind: 'all' }
  | { kind: 'receipt'; receiptNumber: string }
  /** The beginning of a payment reference. */
  | { kind: 'payment'; prefix: string }
  /** A purchase or a user. */
  | { kind: 'id'; from: string; to: string }
  /** The beginning of an email address or name, which auth knows. */
  | { kind: 'person'; text: string };

/** `1f0c9a2e` and longer: shorter ones may be a name. */
const ID_PREFIX = /^[0-9a-f]{8}(?:-?[0-9a-f]{0,4}){0,3}-?[0-9a-f]{0,12}$/i;
const HEX_DIGITS = 32;

export function parsePurchaseSearch(search: string): PurchaseSearch {
  if (search === '') return { kind: 'all' };
  if (/^crn-/i.test(search)) return { kind: 'receipt', receiptNumber: search.toUpperCase() };
  if (search.startsWith('pi_')) return { kind: 'payment', prefix: search };
  const digits = search.replaceAll('-', '').toLowerCase();
  if (ID_PREFIX.test(search) && digits.length <= HEX_DIGITS) {
    return {
      kind: 'id',
      from: toUuid(digits.padEnd(HEX_DIGITS, '0')),
      to: toUuid(digits.padEnd(HEX_DIGITS, 'f')),
    };
  }
  return { kind: 'person', text: search };
}

function toUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
