import type { Editor } from 'slate';
import { insertBlocks } from './format-commands.ts';
import { fromHtml } from './from-html.ts';
import { parseHtml } from './html-node.ts';
import { isBlank } from './rich-text.ts';

type OnImages = (files: File[]) => void;

/** Removes unsupported formatting from pasted or dropped content and uploads its images. */
export function withPaste<Kind extends Editor>(editor: Kind, onImages: OnImages): Kind {
  const { insertFragmentData } = editor;
  editor.insertData = (data) => {
    if (insertFragmentData(data)) return;
    const html = data.getData('text/html');
    const images = [...data.files].filter(({ type }) => type.startsWith('image/'));
    if (html && insertPasted(editor, html)) return;
    if (images.length > 0) onImages(images);
    else insertLines(editor, data.getData('text/plain'));
  };
  return editor;
}

function insertPasted(editor: Editor, html: string): boolean {
  const blocks = fromHtml(parseHtml(withoutHandlers(html)), { isPasted: true });
  if (isBlank(blocks)) return false;
  insertBlocks(editor, blocks);
  return true;
}

/** Event handlers never run in parsed HTML, but browsers report each as a CSP violation. */
function withoutHandlers(html: string): string {
  return html.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag.replace(/(?<=[\s"'/])on\w+(?=\s*=)/gi, 'data-off'),
  );
}

/** One block per line, as if Enter had been pressed. */
function insertLines(editor: Editor, text: string): void {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    if (index > 0) editor.insertBreak();
    editor.insertText(line);
  }
}
