import { type Editor, Transforms } from 'slate';
import { ReactEditor } from 'slate-react';

/**
 * Takes what the browser has selected by now. Slate hears of it up to 100 ms late, and a shortcut
 * right after a selection would act on the one before.
 */
export function takeSelection(editor: Editor): void {
  const selection = ReactEditor.getWindow(editor).getSelection();
  if (!selection || selection.rangeCount === 0 || ReactEditor.isComposing(editor)) return;
  const options = { exactMatch: false, suppressThrow: true };
  const range = ReactEditor.toSlateRange(editor, selection, options);
  if (range) Transforms.select(editor, range);
}
