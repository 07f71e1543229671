const MAX_LENGTH = 500;

/** Removes addresses from a provider's message before it is stored: mail servers repeat the refused address. */
export function withoutAddresses(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/[^\s<>"'(),:;[\]]+@[^\s<>"'(),:;[\]]+/g, '…')
    .slice(0, MAX_LENGTH);
}
