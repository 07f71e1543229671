import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * The client's address as the trusted proxies saw it: an IPv4-mapped IPv6 address as IPv4, an IPv6
 * address in its shortest form.
 */
export function clientAddress(request: Request): string {
  const seen = normalise(request.ip ?? '');
  return seen ?? normalise(request.socket.remoteAddress ?? '') ?? 'unknown';
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
  const withoutZone = address.replace(/%.*$/, '');
  const version = isIP(withoutZone);
  if (version === 0) return null;
  if (version === 4) return withoutZone;
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(shortest);
  if (!mapped) return shortest;
  return mapped
    .slice(1)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}
