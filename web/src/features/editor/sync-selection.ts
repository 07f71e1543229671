import { type Editor, Transforms } from 'slate';
import { ReactEditor } from 'slate-react';

/**
 * Applies the browser's current selection. Slate receives it up to 100 ms late, so a shortcut right after
 * a selection would apply to the previous one.
 */
export function syncSelection(editor: Editor): void {
  const selection = ReactEditor.getWindow(editor).getSelection();
  if (!selection || selection.rangeCount === 0 || ReactEditor.isComposing(editor)) return;
  const options = { exactMatch: false, suppressThrow: true };
  const range = ReactEditor.toSlateRange(editor, selection, options);
  if (range) Transforms.select(editor, range);
}
