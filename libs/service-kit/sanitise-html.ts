import sanitizeHtml from 'sanitize-html';

const OWN_IMAGE = /^\/(?:api\/)?images\/[\w/-]+\.(?:png|gif|jpe?g|bmp|ico|webp)$/;
/** Opaque colours only: transparent text would be hidden, and URLs would be fetched. */
const COLOURS = [
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i,
  /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i,
  /^(?!(?:transparent|currentcolor|inherit|initial|unset|revert)$)[a-z]{3,20}$/i,
];
const SIZE = /^\d{1,4}$/;

const POLICY: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'p', 'br', 'blockquote', 'ol', 'ul', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'strike', 'span', 'a', 'img'],
  ],
  // Their content is not text of the author either.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'xmp'],
    ...['iframe', 'object', 'svg', 'math', 'noembed', 'noframes', 'plaintext', 'select'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    span: ['style'],
  },
  allowedStyles: { '*': { color: COLOURS, 'background-color': COLOURS } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href ? { href } : {}), rel: 'noopener' },
    }),
    img: (tagName, attributes) => ({ tagName, attribs: imageAttributes(attributes) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
};

/**
 * Reduces HTML of the editor to formatted text, links and images of Cairn's own host (P-3.6): no
 * scripts, forms, event attributes, frames, `javascript:` or `data:` URLs, and no styles but opaque
 * text and background colours. Used for clues and mailings; idempotent.
 */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, POLICY);
}

function imageAttributes({ src, alt, width, height }: sanitizeHtml.Attributes) {
  return {
    ...(src && OWN_IMAGE.test(src) ? { src } : {}),
    alt: alt ?? '',
    ...(width && SIZE.test(width) ? { width } : {}),
    ...(height && SIZE.test(height) ? { height } : {}),
  };
}
