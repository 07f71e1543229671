import type { RequestHandler } from 'express';
import helmet from 'helmet';

export type SecurityOptions = {
  publicUrl: string;
  mapTileUrl: string;
  stripeScriptUrl: string | undefined;
  hasSandbox: boolean;
};

const YEAR_SECONDS = 31_536_000;

/** Security headers of every response; the sandbox's pages may frame one another. */
export function securityHeaders(options: SecurityOptions): RequestHandler {
  const ordinary = withoutReferrer(headers(options, 'none'));
  if (!options.hasSandbox) return ordinary;
  const framed = headers(options, 'self');
  return (request, response, next) => {
    const set = request.path.startsWith('/sandbox/') ? framed : ordinary;
    set(request, response, next);
  };
}

/** A page with a link token loads its assets before it removes the token from its URL. */
function withoutReferrer(set: RequestHandler): RequestHandler {
  return (request, response, next) => {
    set(request, response, (error?: unknown) => {
      if ('token' in request.query) response.setHeader('referrer-policy', 'strict-origin');
      next(error);
    });
  };
}

function headers(options: SecurityOptions, framedBy: 'none' | 'self'): RequestHandler {
  const isHttps = new URL(options.publicUrl).protocol === 'https:';
  return helmet({
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
}

function directives(options: SecurityOptions): Record<string, string[]> {
  const self = "'self'";
  const ownFrames = options.hasSandbox ? [self] : [];
  return {
    'default-src': [self],
    'script-src': [self, 'https://js.stripe.com', ...foreignOrigin(options.stripeScriptUrl)],
    'script-src-attr': ["'none'"],
    'style-src': [self, "'unsafe-inline'"],
    'img-src': [self, 'data:', ...foreignOrigin(options.mapTileUrl)],
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
