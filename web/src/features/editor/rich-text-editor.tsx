import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { createEditor, type Descendant, type Editor } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, ReactEditor, Slate, withReact } from 'slate-react';
import { Notice } from '../../components/ui/notice.tsx';
import styles from './editor.module.css';
import { EditorElement, EditorLeaf } from './element.tsx';
import { insertImage, toggleMark } from './format-commands.ts';
import { fromHtml } from './from-html.ts';
import { parseHtml } from './html-node.ts';
import type { Block } from './rich-text.ts';
import { isLinkShortcut, markOfShortcut } from './shortcuts.ts';
import { syncSelection } from './sync-selection.ts';
import { toHtml } from './to-html.ts';
import { EditorToolbar } from './toolbar.tsx';
import { useImageUpload } from './use-image-upload.ts';
import { withMarkdownShortcuts } from './with-markdown-shortcuts.ts';
import { withPaste } from './with-paste.ts';
import { withRichText } from './with-rich-text.ts';

type Props = {
  label: string;
  /** Initial value; later values are internal. A new `key` resets the editor. */
  initialHtml: string;
  /** Empty if there is no text. */
  onChange: (html: string) => void;
  error?: string;
  placeholder?: string;
};

export function RichTextEditor({ label, initialHtml, onChange, error, placeholder }: Props) {
  const id = useId();
  const [isLinkOpen, setLinkOpen] = useState(false);
  const addImages = useRef<(files: File[]) => void>(() => undefined);
  const [editor] = useState(() => newEditor((files) => addImages.current(files)));
  const [initial] = useState(() => fromHtml(parseHtml(initialHtml)));
  const upload = useImageUpload((image) => {
    insertImage(editor, image);
    ReactEditor.focus(editor);
  });
  addImages.current = upload.addImages;
  function onKeyDown(event: KeyboardEvent) {
    const mark = markOfShortcut(event);
    if (!mark && !isLinkShortcut(event)) return;
    event.preventDefault();
    syncSelection(editor);
    if (mark) toggleMark(editor, mark);
    else setLinkOpen(true);
  }
  return (
    <div className={styles['field']}>
      <span id={`${id}-label`} className={styles['label']}>
        {label}
      </span>
      <div className={styles['editor']} data-invalid={error ? true : undefined}>
        <Slate
          editor={editor}
          initialValue={initial}
          onValueChange={(value: Descendant[]) => onChange(toHtml(value as Block[]))}
        >
          <EditorToolbar
            label={label.toLowerCase()}
            isUploading={upload.isUploading}
            onImages={upload.addImages}
            isLinkOpen={isLinkOpen}
            onLinkOpenChange={setLinkOpen}
          />
          <Editable
            className={styles['text']}
            renderElement={EditorElement}
            renderLeaf={EditorLeaf}
            placeholder={placeholder}
            spellCheck
            aria-multiline="true"
            aria-labelledby={`${id}-label`}
            aria-describedby={error ? `${id}-error` : undefined}
            onKeyDown={onKeyDown}
          />
        </Slate>
      </div>
      {upload.error && <Notice tone="error">{upload.error}</Notice>}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

function newEditor(onImages: (files: File[]) => void): Editor {
  const editor = withRichText(withHistory(withReact(createEditor())));
  return withPaste(withMarkdownShortcuts(editor), onImages);
}
