/** The revealed salt in hex and the normalised code. */
export type Reveal = { salt: string; code: string };

/**
 * Whether the commitment equals the hex SHA-256 of the salt's bytes followed by the code in UTF-8,
 * computed in the browser. Null on insecure origins, where Web Crypto is not available.
 */
export async function checkCommitment(
  commitment: string,
  { salt, code }: Reveal,
): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const saltBytes = Uint8Array.from(salt.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const codeBytes = new TextEncoder().encode(code);
  const all = new Uint8Array(saltBytes.length + codeBytes.length);
  all.set(saltBytes);
  all.set(codeBytes, saltBytes.length);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === commitment;
}
