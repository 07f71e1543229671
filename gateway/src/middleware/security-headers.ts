import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

export type SecurityOptions = {
  publicUrl: string;
  mapTileUrls: (string | undefined)[];
  stripeScriptUrl: string | undefined;
  hasSandbox: boolean;
};

const YEAR_SECONDS = 31_536_000;

export type Headers = readonly (readonly [name: string, value: string])[];

/** Sets the security headers of every response; the sandbox's pages may frame one another. */
export function securityHeaders(options: SecurityOptions): RequestHandler {
  const ordinary = ordinaryHeaders(options);
  const framed = options.hasSandbox ? headers(options, 'self') : ordinary;
  return (request, response, next) => {
    const isFramed = request.path.startsWith('/sandbox/');
    for (const [name, value] of isFramed ? framed : ordinary) response.setHeader(name, value);
    // A page with a link token loads its assets before it removes the token from its URL.
    if (!isFramed && 'token' in request.query)
      response.setHeader('referrer-policy', 'strict-origin');
    next();
  };
}

/** The security headers of a response outside the sandbox, to a request without a link token. */
export function ordinaryHeaders(options: SecurityOptions): Headers {
  return headers(options, 'none');
}

function headers(options: SecurityOptions, framedBy: 'none' | 'self'): Headers {
  const isHttps = new URL(options.publicUrl).protocol === 'https:';
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...directives(options),
        'frame-ancestors': [`'${framedBy}'`],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    // 3-D Secure may open the bank's page in a window.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Tile hosts require a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    xFrameOptions: { action: framedBy === 'none' ? 'deny' : 'sameorigin' },
  });
  return headersSetBy(set);
}

/** The headers are the same for all requests, so helmet runs once. */
function headersSetBy(set: ReturnType<typeof helmet>): Headers {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  set(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]);
}

function directives(options: SecurityOptions): Record<string, string[]> {
  const self = "'self'";
  const ownFrames = options.hasSandbox ? [self] : [];
  return {
    'default-src': [self],
    'script-src': [self, 'https://js.stripe.com', ...foreignOrigin(options.stripeScriptUrl)],
    'script-src-attr': ["'none'"],
    'style-src': [self, "'unsafe-inline'"],
    'img-src': [self, 'data:', ...new Set(options.mapTileUrls.flatMap(foreignOrigin))],
    'font-src': [self],
    'connect-src': [self, 'https://api.stripe.com'],
    'frame-src': [...ownFrames, 'https://js.stripe.com', 'https://hooks.stripe.com'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [self],
  };
}

/** The CSP source of an absolute URL, `{s}.tiles.example` as `*.tiles.example`; none for the same origin. */
function foreignOrigin(url: string | undefined): string[] {
  const match = /^(https?:\/\/)([^/]+)/.exec(url ?? '');
  if (!match?.[1] || !match[2]) return [];
  return [`${match[1]}${match[2].replace(/\{[a-z]+\}/g, '*')}`];
}
