import type { BaseEditor } from 'slate';
import type { HistoryEditor } from 'slate-history';
import type { ReactEditor } from 'slate-react';

export type BooleanMark = 'bold' | 'italic' | 'underline' | 'strike';
export type ColourMark = 'color' | 'background';

export type RichText = { text: string } & Partial<Record<BooleanMark, true>> &
  Partial<Record<ColourMark, string>>;
export type Marks = Omit<RichText, 'text'>;

export type LinkElement = { type: 'link'; href: string; children: RichText[] };
export type Inline = RichText | LinkElement;

export type HeadingLevel = 1 | 2 | 3;
/** List items are siblings; the enclosing list exists only in HTML. */
export type TextBlock =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'quote'; children: Inline[] }
  | { type: 'heading'; level: HeadingLevel; children: Inline[] }
  | { type: 'item'; ordered: boolean; children: Inline[] };
/** A text block without its children. */
export type BlockFormat = BlockFormatOf<TextBlock>;
type BlockFormatOf<Each> = Each extends unknown ? Omit<Each, 'children'> : never;
export type ImageBlock = { type: 'image'; src: string; alt: string; children: RichText[] };
export type Block = TextBlock | ImageBlock;

declare module 'slate' {
  interface CustomTypes {
    Editor: BaseEditor & ReactEditor & HistoryEditor;
    Element: Block | LinkElement;
    Text: RichText;
  }
}

export function emptyParagraph(): Block {
  return { type: 'paragraph', children: [{ text: '' }] };
}

/** Whether the text has neither text nor images. */
export function isBlank(blocks: readonly Block[]): boolean {
  return blocks.every((block) => block.type !== 'image' && textOf(block).trim() === '');
}

export function textOf(block: Block | LinkElement): string {
  return block.children
    .map((child) =>
      'text' in child ? child.text : child.children.map(({ text }) => text).join(''),
    )
    .join('');
}
