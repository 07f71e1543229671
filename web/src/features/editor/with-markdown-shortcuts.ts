import { Editor, Range, Transforms } from 'slate';
import type { BlockFormat } from './rich-text.ts';
import { currentBlock, isTextBlock, setBlockFormat } from './with-rich-text.ts';

/** Typed at the start of a paragraph and followed by a space. */
const FORMATS: Readonly<Record<string, BlockFormat>> = {
  '-': { type: 'item', ordered: false },
  '*': { type: 'item', ordered: false },
  '1.': { type: 'item', ordered: true },
  '#': { type: 'heading', level: 1 },
  '##': { type: 'heading', level: 2 },
  '###': { type: 'heading', level: 3 },
  '>': { type: 'quote' },
};

/** Turns "- ", "## ", "> " and the like into the format of the block; Undo gives the characters back. */
export function withMarkdownShortcuts<Kind extends Editor>(editor: Kind): Kind {
  const { insertText } = editor;
  editor.insertText = (text, options) => {
    const prefix = text === ' ' ? prefixAt(editor) : null;
    insertText(text, options);
    if (!prefix) return;
    Editor.withoutNormalizing(editor, () => {
      Transforms.delete(editor, {
        at: { ...prefix.range, focus: editor.selection?.anchor ?? prefix.range.focus },
      });
      setBlockFormat(editor, prefix.format);
    });
  };
  return editor;
}

function prefixAt(editor: Editor): { range: Range; format: BlockFormat } | null {
  const { selection } = editor;
  if (!selection || !Range.isCollapsed(selection)) return null;
  if (currentBlock(editor)?.type !== 'paragraph') return null;
  const [entry] = Editor.nodes(editor, { match: isTextBlock, mode: 'lowest' });
  if (!entry) return null;
  const range = { anchor: Editor.start(editor, entry[1]), focus: selection.anchor };
  const format = FORMATS[Editor.string(editor, range)];
  return format ? { range, format } : null;
}
