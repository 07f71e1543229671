import { createEditor, type Editor, Transforms } from 'slate';
import { withHistory } from 'slate-history';
import { describe, expect, it } from 'vitest';
import {
  clearFormat,
  hasBlockFormat,
  hasMark,
  insertBlocks,
  insertImage,
  removeLink,
  setColour,
  setLink,
  toggleBlockFormat,
  toggleMark,
} from './format-commands.ts';
import { type Block, emptyParagraph } from './rich-text.ts';
import { toHtml } from './to-html.ts';
import { withRichText } from './with-rich-text.ts';

function write(text: string) {
  const editor = withRichText(withHistory(createEditor()));
  editor.children = [emptyParagraph()];
  Transforms.select(editor, { path: [0, 0], offset: 0 });
  if (text) editor.insertText(text);
  return editor;
}

function select(editor: Editor, from: number, to: number) {
  const path = [0, 0];
  Transforms.select(editor, { anchor: { path, offset: from }, focus: { path, offset: to } });
}

function htmlOf(editor: Editor): string {
  return toHtml(editor.children as Block[]);
}

describe('toolbar commands', () => {
  it('set and remove marks and colours', () => {
    const editor = write('one two');
    select(editor, 0, 3);
    toggleMark(editor, 'bold');
    setColour(editor, 'color', '#c93a40');
    expect(htmlOf(editor)).toBe(
      '<p><span style="color:#c93a40"><strong>one</strong></span> two</p>',
    );
    expect(hasMark(editor, 'bold')).toBe(true);
    toggleMark(editor, 'bold');
    setColour(editor, 'color', null);
    expect(htmlOf(editor)).toBe('<p>one two</p>');
  });

  it('convert paragraphs to headings and lists and back', () => {
    const editor = write('one');
    toggleBlockFormat(editor, { type: 'heading', level: 2 });
    expect(htmlOf(editor)).toBe('<h2>one</h2>');
    toggleBlockFormat(editor, { type: 'item', ordered: true });
    editor.insertBreak();
    editor.insertText('two');
    expect(htmlOf(editor)).toBe('<ol><li>one</li><li>two</li></ol>');
    expect(hasBlockFormat(editor, { type: 'item', ordered: true })).toBe(true);
    expect(hasBlockFormat(editor, { type: 'item', ordered: false })).toBe(false);
    toggleBlockFormat(editor, { type: 'item', ordered: true });
    expect(htmlOf(editor)).toBe('<ol><li>one</li></ol><p>two</p>');
  });

  it('link the selection, change the address and unlink', () => {
    const editor = write('one two');
    select(editor, 4, 7);
    setLink(editor, 'https://a.example');
    expect(htmlOf(editor)).toBe('<p>one <a href="https://a.example">two</a></p>');
    Transforms.select(editor, { path: [0, 1, 0], offset: 1 });
    setLink(editor, 'tel:+1800');
    expect(htmlOf(editor)).toBe('<p>one <a href="tel:+1800">two</a></p>');
    removeLink(editor);
    expect(htmlOf(editor)).toBe('<p>one two</p>');
  });

  it('insert the address itself without a selection', () => {
    const editor = write('see ');
    setLink(editor, 'https://a.example');
    editor.insertText('!');
    expect(htmlOf(editor)).toBe('<p>see <a href="https://a.example">https://a.example</a>!</p>');
  });

  it('clear all formatting of the selection', () => {
    const editor = write('one two');
    toggleBlockFormat(editor, { type: 'heading', level: 1 });
    select(editor, 0, 7);
    toggleMark(editor, 'italic');
    setColour(editor, 'background', '#fff3b0');
    setLink(editor, 'https://a.example');
    Transforms.select(editor, []);
    clearFormat(editor);
    expect(htmlOf(editor)).toBe('<p>one two</p>');
  });

  it('insert a paragraph below an image and replace an empty paragraph', () => {
    const editor = write('');
    insertImage(editor, { src: '/api/images/a.png', alt: 'A' });
    editor.insertText('below');
    expect(htmlOf(editor)).toBe('<img src="/api/images/a.png" alt="A"><p>below</p>');
  });

  it('paste a heading as a block and a line inline', () => {
    const editor = write('');
    insertBlocks(editor, [
      { type: 'heading', level: 1, children: [{ text: 'A' }] },
      { type: 'paragraph', children: [{ text: 'b' }] },
    ]);
    insertBlocks(editor, [{ type: 'paragraph', children: [{ text: 'c', bold: true }] }]);
    expect(htmlOf(editor)).toBe('<h1>A</h1><p>b<strong>c</strong></p>');
  });

  it('undo and redo', () => {
    const editor = write('one');
    toggleBlockFormat(editor, { type: 'heading', level: 3 });
    editor.undo();
    expect(htmlOf(editor)).not.toContain('h3');
    editor.redo();
    expect(htmlOf(editor)).toContain('<h3>');
  });
});

describe('Enter and Backspace', () => {
  it('Enter after a heading starts a paragraph', () => {
    const editor = write('one');
    toggleBlockFormat(editor, { type: 'heading', level: 1 });
    editor.insertBreak();
    editor.insertText('two');
    expect(htmlOf(editor)).toBe('<h1>one</h1><p>two</p>');
  });

  it('Enter in an empty item ends the list', () => {
    const editor = write('one');
    toggleBlockFormat(editor, { type: 'item', ordered: false });
    editor.insertBreak();
    editor.insertBreak();
    editor.insertText('two');
    expect(htmlOf(editor)).toBe('<ul><li>one</li></ul><p>two</p>');
  });

  it('Backspace at the start of an item converts it to a paragraph', () => {
    const editor = write('one');
    toggleBlockFormat(editor, { type: 'item', ordered: true });
    select(editor, 0, 0);
    editor.deleteBackward('character');
    expect(htmlOf(editor)).toBe('<p>one</p>');
  });

  it('Shift+Enter inserts a line break', () => {
    const editor = write('one');
    editor.insertSoftBreak();
    editor.insertText('two');
    expect(htmlOf(editor)).toBe('<p>one<br>two</p>');
  });
});
