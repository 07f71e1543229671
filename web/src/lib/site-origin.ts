/** Stands for the origin in what is rendered at build; gateway/src/web-app puts the real one there. */
export const ORIGIN_OF_BUILD = 'https://origin.invalid';

/** Where the site is by its configuration, not by the address bar. */
export function siteOrigin(): string {
  if (typeof document === 'undefined') return ORIGIN_OF_BUILD;
  const { origin } = document.documentElement.dataset;
  return origin && origin !== ORIGIN_OF_BUILD ? origin : window.location.origin;
}
