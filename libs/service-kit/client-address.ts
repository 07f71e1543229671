import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import type { Request } from 'express';

/**
 * The client's address as the trusted proxies saw it: an IPv4-mapped IPv6 address as IPv4, an IPv6
 * address in its shortest form.
 */
export function clientAddress(request: Request): string {
  const seen = normalise(request.ip ?? '');
  return seen ?? normalise(request.socket.remoteAddress ?? '') ?? 'unknown';
}

/** As `clientAddress`, for a request outside Express behind `proxies` trusted proxies. */
export function clientAddressBehind({ socket, headers }: IncomingMessage, proxies: number): string {
  const peer = socket.remoteAddress ?? '';
  const seen = proxies === 0 ? peer : forwardedAddress(headers['x-forwarded-for'] ?? '', proxies);
  return normalise(seen ?? peer) ?? normalise(peer) ?? 'unknown';
}

/** Whether the client connected by HTTPS, as Express' `protocol` behind `proxies` trusted proxies. */
export function isHttpsBehind({ headers }: IncomingMessage, proxies: number): boolean {
  const forwarded = proxies > 0 ? String(headers['x-forwarded-proto'] ?? '') : '';
  return forwarded.split(',', 1)[0]?.trim() === 'https';
}

/** The address that the outermost trusted proxy appended; the first one if there are fewer. */
function forwardedAddress(header: string | string[], proxies: number): string | undefined {
  const addresses = String(header)
    .split(',')
    .map((one) => one.trim());
  const known = addresses.filter(Boolean);
  return known.at(-proxies) ?? known[0];
}

/** Key of an address in limits: IPv4 as it is, IPv6 by its /64, since one household has a whole /64. */
export function addressKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = new Array<string>(8 - before.length - after.length).fill('0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function normalise(address: string): string | null {
  const withoutZone = address.split('%', 1)[0] ?? '';
  const version = isIP(withoutZone);
  if (version === 0) return null;
  if (version === 4) return withoutZone;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone);
  if (mapped?.[1]) return mapped[1];
  // Also converts the other notations of an IPv4-mapped address to `::ffff:` and dotted decimals.
  const shortest = new SocketAddress({ address: withoutZone, family: 'ipv6' }).address;
  return shortest.startsWith('::ffff:') && isIP(shortest.slice(7)) === 4
    ? shortest.slice(7)
    : shortest;
}
