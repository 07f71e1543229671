import {
  type Block,
  type Inline,
  isBlank,
  type RichText,
  type TextBlock,
  textOf,
} from './rich-text.ts';

type Item = Extract<TextBlock, { type: 'item' }>;

/** The HTML to store and send; empty if there is no content. */
export function toHtml(blocks: readonly Block[]): string {
  if (isBlank(blocks)) return '';
  return inLists(blocks).map(htmlOf).join('');
}

/** Groups consecutive items of one kind; other blocks preventNavigation alone. */
function inLists(blocks: readonly Block[]): (Block | Item[])[] {
  const parts: (Block | Item[])[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.type !== 'item') parts.push(block);
    else if (Array.isArray(last) && last[0]?.ordered === block.ordered) last.push(block);
    else parts.push([block]);
  }
  return parts;
}

function htmlOf(part: Block | Item[]): string {
  if (Array.isArray(part)) {
    const items = part.map((item) => `<li>${inlineHtml(item)}</li>`).join('');
    return part[0]?.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
  }
  if (part.type === 'image') {
    return `<img src="${escapeHtml(part.src)}" alt="${escapeHtml(part.alt)}">`;
  }
  const tag = tagOf(part);
  return `<${tag}>${inlineHtml(part)}</${tag}>`;
}

function tagOf(block: TextBlock): string {
  if (block.type === 'heading') return `h${block.level}`;
  return block.type === 'quote' ? 'blockquote' : 'p';
}

/** Browsers show a line break at the end only if another follows. */
function inlineHtml(block: TextBlock): string {
  const text = textOf(block);
  const readSlice = createSliceReader(encodeSpaces(text));
  const html = block.children.map((child) => childHtml(child, readSlice)).join('');
  return text === '' || text.endsWith('\n') ? `${html}<br>` : html;
}

function childHtml(child: Inline, readSlice: (length: number) => string): string {
  if ('text' in child) return leafHtml(child, readSlice(child.text.length));
  const text = child.children.map((leaf) => leafHtml(leaf, readSlice(leaf.text.length))).join('');
  return text === '' ? '' : `<a href="${escapeHtml(child.href)}">${text}</a>`;
}

/** HTML collapses consecutive spaces and drops those at line ends. */
function encodeSpaces(text: string): string {
  return text.replace(/(?<=^|\n) | (?= |\n|$)/g, '\u00a0');
}

function createSliceReader(text: string): (length: number) => string {
  let position = 0;
  return (length) => {
    position += length;
    return text.slice(position - length, position);
  };
}

function leafHtml(leaf: RichText, text: string): string {
  if (text === '') return '';
  let html = escapeHtml(text).replaceAll('\n', '<br>');
  if (leaf.strike) html = `<s>${html}</s>`;
  if (leaf.underline) html = `<u>${html}</u>`;
  if (leaf.italic) html = `<em>${html}</em>`;
  if (leaf.bold) html = `<strong>${html}</strong>`;
  const style = styleOf(leaf);
  return style ? `<span style="${escapeHtml(style)}">${html}</span>` : html;
}

function styleOf({ color, background }: RichText): string {
  return [color && `color:${color}`, background && `background-color:${background}`]
    .filter(Boolean)
    .join(';');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\u00a0', '&nbsp;');
}
