import { Editor, Element, Node, Range, Transforms } from 'slate';
import { type Block, type BlockFormat, emptyParagraph } from './rich-text.ts';

/** Configures void and inline elements, and the meaning of Enter and Backspace in blocks. */
export function withRichText<Kind extends Editor>(editor: Kind): Kind {
  const { isVoid, isInline, normalizeNode, insertText } = editor;
  editor.isVoid = (element) => element.type === 'image' || isVoid(element);
  editor.isInline = (element) => element.type === 'link' || isInline(element);
  // HTML has no white space other than single spaces and line breaks.
  editor.insertText = (text, options) => insertText(text.replace(/[\t\u00a0]/g, ' '), options);
  editor.insertSoftBreak = () => Editor.insertText(editor, '\n');
  editor.normalizeNode = (entry, options) => {
    if (!normaliseNode(editor, entry)) normalizeNode(entry, options);
  };
  withBreaks(editor);
  return editor;
}

/** Removes links without text and adds a block to empty documents; true if it changed anything. */
function normaliseNode(editor: Editor, [node, path]: [Node, number[]]): boolean {
  if (path.length === 0 && editor.children.length === 0) {
    Transforms.insertNodes(editor, emptyParagraph(), { at: [0] });
    return true;
  }
  if (!Element.isElement(node) || node.type !== 'link' || Node.string(node) !== '') return false;
  Transforms.removeNodes(editor, { at: path });
  return true;
}

function withBreaks(editor: Editor): void {
  const { insertBreak, deleteBackward } = editor;
  editor.insertBreak = () => {
    const block = currentBlock(editor);
    if (block?.type === 'image') {
      Transforms.insertNodes(editor, emptyParagraph());
    } else if (block?.type === 'item' && Node.string(block) === '') {
      makeParagraph(editor);
    } else {
      const endsHeading = block?.type === 'heading' && isAtEnd(editor);
      insertBreak();
      if (endsHeading) makeParagraph(editor);
    }
  };
  editor.deleteBackward = (unit) => {
    const block = currentBlock(editor);
    const isPlain = !block || block.type === 'paragraph' || block.type === 'image';
    if (!isPlain && isAtStart(editor)) makeParagraph(editor);
    else deleteBackward(unit);
  };
}

export function makeParagraph(editor: Editor): void {
  setBlockFormat(editor, { type: 'paragraph' });
}

/** All text blocks that the selection touches. */
export function setBlockFormat(editor: Editor, format: BlockFormat): void {
  const at = { match: isTextBlock, mode: 'lowest' as const };
  Transforms.unsetNodes<AnyBlock>(editor, ['level', 'ordered'], at);
  Transforms.setNodes(editor, format, at);
}

/** Block properties with all others undefined, to remove them. */
type AnyBlock = Element & { level?: unknown; ordered?: unknown };

export function isTextBlock(node: Node): boolean {
  return Element.isElement(node) && node.type !== 'link' && node.type !== 'image';
}

export function currentBlock(editor: Editor): Block | null {
  const [entry] = Editor.nodes(editor, {
    match: (node) => Element.isElement(node) && node.type !== 'link',
    mode: 'lowest',
  });
  return (entry?.[0] as Block | undefined) ?? null;
}

function isAtStart(editor: Editor): boolean {
  const { selection } = editor;
  return isAtEdge(
    editor,
    (path) => selection !== null && Editor.isStart(editor, selection.anchor, path),
  );
}

function isAtEnd(editor: Editor): boolean {
  const { selection } = editor;
  return isAtEdge(
    editor,
    (path) => selection !== null && Editor.isEnd(editor, selection.anchor, path),
  );
}

function isAtEdge(editor: Editor, isEdge: (path: number[]) => boolean): boolean {
  const { selection } = editor;
  if (!selection || !Range.isCollapsed(selection)) return false;
  const [entry] = Editor.nodes(editor, { match: isTextBlock, mode: 'lowest' });
  return entry !== undefined && isEdge(entry[1]);
}
