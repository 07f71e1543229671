const ALLOWED = /^(?:https?:\/\/[^\s/?#]|mailto:[^\s]|tel:[^\s])/i;
const ADDRESS = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#:]\S*)?$/i;

/** The only protocols allowed in links. */
export function isAllowedLink(href: string): boolean {
  return ALLOWED.test(href) && !hasSpaceOrControl(href);
}

/** Completes a typed address; null if it is not an allowed one. */
export function completeLink(typed: string): string | null {
  const text = typed.trim();
  if (isAllowedLink(text)) return text;
  if (ADDRESS.test(text)) return `mailto:${text}`;
  return HOST.test(text) ? `https://${text}` : null;
}

/** Browsers ignore some of these characters in the scheme. */
function hasSpaceOrControl(href: string): boolean {
  return [...href].some((character) => character <= ' ' || character === '\u007f');
}
