import { Editor, Element, Node, type Path, Range, Text, Transforms } from 'slate';
import type { Block, BlockFormat, BooleanMark, ColourMark } from './rich-text.ts';
import { currentBlock, setBlockFormat } from './with-rich-text.ts';

export function hasMark(editor: Editor, mark: BooleanMark): boolean {
  return Editor.marks(editor)?.[mark] === true;
}

export function toggleMark(editor: Editor, mark: BooleanMark): void {
  if (hasMark(editor, mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, true);
}

export function colourOf(editor: Editor, mark: ColourMark): string | null {
  return Editor.marks(editor)?.[mark] ?? null;
}

export function setColour(editor: Editor, mark: ColourMark, colour: string | null): void {
  if (colour) Editor.addMark(editor, mark, colour);
  else Editor.removeMark(editor, mark);
}

export function hasBlockFormat(editor: Editor, format: BlockFormat): boolean {
  const block = editor.selection && currentBlock(editor);
  if (!block || block.type !== format.type) return false;
  if (block.type === 'heading') return 'level' in format && block.level === format.level;
  if (block.type === 'item') return 'ordered' in format && block.ordered === format.ordered;
  return true;
}

export function toggleBlockFormat(editor: Editor, format: BlockFormat): void {
  setBlockFormat(editor, hasBlockFormat(editor, format) ? { type: 'paragraph' } : format);
}

/** The address of the link around the selection. */
export function linkAt(editor: Editor): string | null {
  const [entry] = editor.selection ? linksIn(editor) : [];
  return entry ? entry[0].href : null;
}

/** Links the selection; inserts the address itself without a selection. */
export function setLink(editor: Editor, href: string): void {
  if (!editor.selection) return;
  const inside = linkAt(editor) !== null;
  if (inside && Range.isCollapsed(editor.selection)) {
    Transforms.setNodes(editor, { href }, { match: isLink });
    return;
  }
  removeLink(editor);
  const link = { type: 'link' as const, href, children: [] };
  if (Range.isCollapsed(editor.selection)) {
    Transforms.insertNodes(editor, { ...link, children: [{ text: href }] }, { select: true });
    Transforms.move(editor, { unit: 'offset' });
  } else {
    Transforms.wrapNodes(editor, link, { split: true });
    Transforms.collapse(editor, { edge: 'end' });
  }
}

export function removeLink(editor: Editor): void {
  Transforms.unwrapNodes(editor, { match: isLink, split: true });
}

/** Converts to plain paragraphs. */
export function clearFormat(editor: Editor): void {
  if (!editor.selection) return;
  removeLink(editor);
  Transforms.unsetNodes(editor, ['bold', 'italic', 'underline', 'strike', 'color', 'background'], {
    match: Text.isText,
    split: Range.isExpanded(editor.selection),
  });
  editor.marks = null;
  setBlockFormat(editor, { type: 'paragraph' });
}

/** Inserts after the selected block; replaces an empty paragraph. */
export function insertImage(editor: Editor, { src, alt }: { src: string; alt: string }): void {
  insertBlocks(editor, [{ type: 'image', src, alt, children: [{ text: '' }] }]);
  const last = editor.children.at(-1);
  if (last && 'type' in last && last.type === 'image') {
    const paragraph = { type: 'paragraph' as const, children: [{ text: '' }] };
    Transforms.insertNodes(editor, paragraph, { at: [editor.children.length], select: true });
  }
}

export function insertBlocks(editor: Editor, blocks: Block[]): void {
  if (!editor.selection) Transforms.select(editor, Editor.end(editor, []));
  const only = blocks.length === 1 ? blocks[0] : undefined;
  if (only?.type === 'paragraph') {
    Transforms.insertFragment(editor, only.children);
    return;
  }
  if (editor.selection && Range.isExpanded(editor.selection)) Transforms.delete(editor);
  const emptied = emptyBlockPath(editor);
  Editor.withoutNormalizing(editor, () => {
    if (!emptied) {
      Transforms.insertNodes(editor, blocks, { select: true });
      return;
    }
    Transforms.removeNodes(editor, { at: emptied });
    Transforms.insertNodes(editor, blocks, { at: emptied, select: true });
  });
  Transforms.collapse(editor, { edge: 'end' });
}

function emptyBlockPath(editor: Editor): Path | null {
  const block = currentBlock(editor);
  const isEmpty = block && block.type !== 'image' && Node.string(block) === '';
  return isEmpty ? (editor.selection?.anchor.path.slice(0, 1) ?? null) : null;
}

function linksIn(editor: Editor) {
  return [...Editor.nodes(editor, { match: isLink })];
}

function isLink(node: Node): node is Extract<Element, { type: 'link' }> {
  return Element.isElement(node) && node.type === 'link';
}
