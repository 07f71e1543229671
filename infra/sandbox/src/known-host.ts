import type { RequestHandler } from 'express';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses other host names, which prevents reading the inbox by DNS rebinding. */
export function knownHost(allowedHosts: readonly string[]): RequestHandler {
  const names = new Set([...LOOPBACK_NAMES, ...allowedHosts]);
  return (req, res, next) => {
    const name = (req.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
    if (names.has(name)) next();
    else res.status(421).json({ error: 'This host is not served here.' });
  };
}
