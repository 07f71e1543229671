import { FONT, SANS } from './mail.ts';

const HEADING = `${FONT};line-height:1.25;font-weight:600;color:#1d2a23;margin:0 0 12px`;
const TEXT = `${SANS};font-size:16px;line-height:1.55;color:#2b352f;margin:0 0 16px`;

const ATTRIBUTES: Record<string, string> = {
  h1: `class="heading" style="${HEADING};font-size:26px"`,
  h2: `class="heading" style="${HEADING};font-size:21px"`,
  h3: `class="heading" style="${HEADING};font-size:18px"`,
  p: `class="text" style="${TEXT}"`,
  ul: `class="text" style="${TEXT};padding-left:24px"`,
  ol: `class="text" style="${TEXT};padding-left:24px"`,
  li: 'style="margin:0 0 6px"',
  blockquote: `class="text rule" style="${TEXT};margin-left:0;padding-left:16px;border-left:3px solid #c9bfa6"`,
  a: 'class="link" style="color:#1f4a37"',
  img: 'style="max-width:100%;height:auto;border-radius:8px"',
};

/** Mail clients apply inline styles only. In sanitised HTML, `<` occurs only in tags. */
export function inlineStyles(html: string): string {
  return html
    .replace(/<([a-z0-9]+)(?=[ >/])/g, (tag, name: string) => {
      const attributes = ATTRIBUTES[name];
      return attributes ? `${tag} ${attributes}` : tag;
    })
    .replace(/<span style="([^"]*)"/g, (tag, style: string) => {
      const name = darkModeClass(style);
      return name ? `<span class="${name}" style="${style}"` : tag;
    });
}

/**
 * The class that keeps a span readable in dark mode: for a light background under light text, and for
 * text as dark as the page, as in pasted content.
 */
function darkModeClass(style: string): 'ground' | 'ink' | null {
  const properties = new Map(
    style.split(';').map((part) => part.split(':').map((text) => text.trim()) as [string, string]),
  );
  const colour = properties.get('color');
  if (properties.has('background-color')) return colour ? null : 'ground';
  return colour && isDark(colour) ? 'ink' : null;
}

/** Below the luminance that is readable on the dark card. */
function isDark(colour: string): boolean {
  const [red, green, blue] = readColour(colour);
  return red !== undefined && 0.3 * red + 0.59 * (green ?? 0) + 0.11 * (blue ?? 0) < 85;
}

/** The sanitiser allows colour names; only `black` is common in pasted content. */
function readColour(colour: string): number[] {
  if (colour === 'black') return [0, 0, 0];
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  if (short) return short.slice(1).map((digit) => Number.parseInt(digit + digit, 16));
  if (colour.startsWith('#'))
    return (colour.match(/[0-9a-f]{2}/gi) ?? []).map((x) => Number.parseInt(x, 16));
  return (colour.match(/\d+/g) ?? []).map(Number);
}
