const ALLOWED = /^(?:https?:\/\/[^\s/?#]|mailto:[^\s]|tel:[^\s])/i;
const ADDRESS = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#:]\S*)?$/i;

/** Only http, https, mailto and tel lead out of a text. */
export function isAllowedLink(href: string): boolean {
  return ALLOWED.test(href) && !hasSpaceOrControl(href);
}

/** What was meant by an address as it was typed; null where that is no address of ours. */
export function readLink(typed: string): string | null {
  const text = typed.trim();
  if (isAllowedLink(text)) return text;
  if (ADDRESS.test(text)) return `mailto:${text}`;
  return HOST.test(text) ? `https://${text}` : null;
}

/** Browsers drop some of these while they read the scheme. */
function hasSpaceOrControl(href: string): boolean {
  return [...href].some((character) => character <= ' ' || character === '\u007f');
}
