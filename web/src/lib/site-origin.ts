/** Placeholder of the origin in prerendered pages; gateway/src/web-app replaces it. */
export const ORIGIN_OF_BUILD = 'https://origin.invalid';

/** The configured origin of the site, not that of the address bar. */
export function siteOrigin(): string {
  if (typeof document === 'undefined') return ORIGIN_OF_BUILD;
  const { origin } = document.documentElement.dataset;
  return origin && origin !== ORIGIN_OF_BUILD ? origin : window.location.origin;
}
