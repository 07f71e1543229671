import { hostname, networkInterfaces } from 'node:os';
import { AppError } from '@cairn/service-kit/errors.ts';
import { LOOPBACK } from '@cairn/service-kit/listen.ts';
import type { RequestHandler } from 'express';

export type KnownHosts = {
  publicUrl: string;
  /** Additional host names, without ports. */
  allowedHosts: readonly string[];
  /** The listen address. */
  listenHost: string;
  isProduction: boolean;
};

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Responds only to known host names: prevents links and cache entries with another name, and in
 * development reading by DNS rebinding.
 */
export function knownHost(isKnown: IsKnownHost): RequestHandler {
  return (request, _response, next) => {
    if (isKnown(request.headers.host)) return next();
    throw new AppError('This host is not served here.', { code: 'unknown_host', status: 421 });
  };
}

/** `host` is the header, with or without a port. */
export type IsKnownHost = (host: string | undefined) => boolean;

export function createIsKnownHost(options: KnownHosts): IsKnownHost {
  const { host: publicHost } = new URL(options.publicUrl);
  const names = new Set(namesOf(options).map((name) => name.toLowerCase()));
  return (given = '') => {
    const host = given.toLowerCase();
    return host === publicHost || names.has(host.replace(/:\d+$/, ''));
  };
}

function namesOf({ allowedHosts, listenHost, isProduction }: KnownHosts): string[] {
  if (isProduction) return [...allowedHosts];
  const own = listenHost === LOOPBACK ? [] : namesOfMachine();
  return [...allowedHosts, ...LOOPBACK_NAMES, ...own];
}

function namesOfMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const hosts = addresses.map(({ address, family }) =>
    family === 'IPv6' ? `[${address}]` : address,
  );
  return [hostname(), `${hostname()}.local`, ...hosts];
}
