const LONGEST = 500;

/** A provider's words, fit to be kept: mail servers like to repeat the address that they refuse. */
export function withoutAddresses(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/[^\s<>"'(),:;[\]]+@[^\s<>"'(),:;[\]]+/g, '…')
    .slice(0, LONGEST);
}
