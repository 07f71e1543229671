import type { Product } from '@cairn/contracts/http/hunts.ts';
import { describeHunt, toScriptText } from '@cairn/contracts/hunt-structured-data.ts';

/** The route pattern of the public page of a hunt. */
export const HUNT_PAGE = '/hunts/:handle';
/** web/src/prerender-heads.ts writes these placeholders. */
const TITLE = '{hunt.title}';
const DESCRIPTION = '{hunt.description}';
const PICTURE = '/api/hunts/-handle-/picture.jpg';
/** As long as search engines show. */
const DESCRIPTION_MAX = 160;

/** Fills the head of the page of a hunt; without a hunt (none loaded yet) the texts stay general. */
export function fillHuntHead(html: string, hunt: Product | null, origin: string): string {
  const title = hunt?.title ?? 'A treasure hunt';
  const description = hunt ? shorten(hunt.description) : 'A real treasure hunt with a real prize.';
  const data = hunt && describeHunt(hunt, origin);
  const script = data
    ? `<script type="application/ld+json" data-shell="">${toScriptText(data)}</script>`
    : '';
  const picture = hunt ? `/api/hunts/${hunt.handle}/picture.jpg` : '/social.jpg';
  return html
    .replaceAll(PICTURE, picture)
    .replaceAll(TITLE, () => escapeHtml(title))
    .replaceAll(DESCRIPTION, () => escapeHtml(description))
    .replace('</head>', () => `${script}</head>`);
}

function shorten(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  const cut = text.slice(0, DESCRIPTION_MAX - 1);
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
