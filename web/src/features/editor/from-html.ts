import { marksIn, stylesOf } from './html-marks.ts';
import type { HtmlNode } from './html-node.ts';
import { childrenOf, collapseRuns, type Run } from './html-runs.ts';
import { isAllowedLink } from './links.ts';
import {
  type Block,
  type BlockFormat,
  emptyParagraph,
  type Marks,
  type TextBlock,
} from './rich-text.ts';

type Element = Extract<HtmlNode, { kind: 'element' }>;
type Context = { marks: Marks; link: Run['link']; format: BlockFormat; ordered: boolean };
type Options = {
  /** Pasted from another program. */
  isPasted?: boolean;
};

const PARAGRAPH: BlockFormat = { type: 'paragraph' };
const OWN_IMAGE = /^\/(?:api\/)?images\/[\w/-]+\.\w{2,5}$/;
const HIDDEN_ELEMENTS =
  /^(?:script|style|head|title|meta|link|template|noscript|iframe|object|svg|math|select|textarea|button)$/;
const BLOCKS =
  /^(?:p|div|section|article|header|footer|main|aside|nav|figure|figcaption|table|thead|tbody|tr|pre|dl|dt|dd|address|form|hr)$/;
/** Cells of one row, which become one line. */
const CELLS = /^t[dh]$/;

/** Converts HTML to the editor's blocks; at least one. */
export function fromHtml(nodes: readonly HtmlNode[], { isPasted = false }: Options = {}): Block[] {
  const reader = createReader(isPasted);
  const context: Context = { marks: {}, link: null, format: PARAGRAPH, ordered: false };
  reader.readAll(nodes, context);
  reader.endBlock(PARAGRAPH, false);
  return reader.blocks.length > 0 ? reader.blocks : [emptyParagraph()];
}

function createReader(isPasted: boolean) {
  const blocks: Block[] = [];
  let runs: Run[] = [];

  /** `isKept`: also if it is empty. */
  function endBlock(format: BlockFormat, isKept: boolean) {
    const shown = collapseRuns(runs);
    const hasBreak = runs.some((run) => run.isBreak);
    runs = [];
    if (shown.length === 0 && !hasBreak && !isKept) return;
    blocks.push({ ...format, children: childrenOf(shown) } as TextBlock);
  }

  function readAll(nodes: readonly HtmlNode[], context: Context) {
    for (const node of nodes) {
      if (node.kind === 'text') runs.push({ text: node.text, ...context });
      else if (!HIDDEN_ELEMENTS.test(node.name)) readElement(node, context);
    }
  }

  function readElement(element: Element, outer: Context) {
    const context = contextIn(element, outer, isPasted);
    if (isPasted && isWordArtifact(element)) return;
    if (element.name === 'br') runs.push({ text: '\n', isBreak: true, ...outer });
    else if (element.name === 'img') readImage(element, outer);
    else if (context.format !== outer.format || isBlock(element))
      readBlock(element, outer, context);
    else readAll(element.children, context);
    if (CELLS.test(element.name)) runs.push({ text: ' ', ...outer });
  }

  function readBlock(element: Element, outer: Context, context: Context) {
    endBlock(outer.format, false);
    const before = blocks.length;
    readAll(element.children, context);
    const isEmptyItem = element.name === 'li' && blocks.length === before;
    endBlock(context.format, isEmptyItem);
  }

  function readImage(element: Element, { format }: Context) {
    const src = element.attribute('src');
    if (!OWN_IMAGE.test(src)) return;
    endBlock(format, false);
    blocks.push({ type: 'image', src, alt: element.attribute('alt'), children: [{ text: '' }] });
  }

  return { blocks, readAll, endBlock };
}

function isBlock({ name }: Element): boolean {
  return BLOCKS.test(name) || name === 'ul' || name === 'ol';
}

function contextIn(element: Element, outer: Context, isPasted: boolean): Context {
  const { name } = element;
  const href = name === 'a' ? element.attribute('href') : '';
  const link = isAllowedLink(href) ? { href } : outer.link;
  const { underline, ...marks } = marksIn(element, outer.marks, isPasted);
  // Links are underlined by default.
  const isKept = underline && !(isPasted && link);
  return {
    marks: isKept ? { ...marks, underline } : marks,
    link,
    format: blockFormatIn(element, outer, isPasted),
    ordered: name === 'ol' || (name !== 'ul' && outer.ordered),
  };
}

function blockFormatIn(element: Element, outer: Context, isPasted: boolean): BlockFormat {
  const { name } = element;
  if (name === 'li') return { type: 'item', ordered: outer.ordered };
  if (name === 'blockquote') return { type: 'quote' };
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level) return { type: 'heading', level: HEADINGS[Math.min(Number(level), 3) - 1] ?? 3 };
  if (isPasted && /\bMsoTitle\b/.test(element.attribute('class')))
    return { type: 'heading', level: 1 };
  if (isPasted && isWordListItem(element)) return { type: 'item', ordered: isNumbered(element) };
  return outer.format;
}

const HEADINGS = [1, 2, 3] as const;

/** Word writes list items as paragraphs that start with a drawn bullet or number. */
function isWordListItem(element: Element): boolean {
  return /\bMsoListParagraph/.test(element.attribute('class')) || stylesOf(element).has('mso-list');
}

/** Word's drawn bullets and paragraph ends, and the line break that browsers append when copying. */
function isWordArtifact(element: Element): boolean {
  if (element.name === 'o:p') return true;
  if (element.attribute('class') === 'Apple-interchange-newline') return true;
  return stylesOf(element).get('mso-list')?.toLowerCase() === 'ignore';
}

function isNumbered(paragraph: Element): boolean {
  return /^\s*[0-9a-z]{1,4}[.)]/i.test(plainText(paragraph));
}

function plainText(node: HtmlNode): string {
  return node.kind === 'text' ? node.text : node.children.map(plainText).join('');
}
