/** Whether the token's payload can be decoded and its `exp` (in seconds) is in the future. */
export function isTokenUnexpired(token: string | null, now = Date.now()): token is string {
  if (!token) return false;
  const exp = expiryOf(token);
  return exp !== null && exp * 1000 > now;
}

function expiryOf(token: string): number | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp === 'number' ? exp : null;
  } catch {
    return null;
  }
}
