import { createEditor, type Editor, Transforms } from 'slate';
import { withHistory } from 'slate-history';
import { expect, it } from 'vitest';
import { type Block, emptyParagraph } from './rich-text.ts';
import { toHtml } from './to-html.ts';
import { withMarkdownShortcuts } from './with-markdown-shortcuts.ts';
import { withRichText } from './with-rich-text.ts';

function type(text: string): Editor {
  const editor = withMarkdownShortcuts(withRichText(withHistory(createEditor())));
  editor.children = [emptyParagraph()];
  Transforms.select(editor, { path: [0, 0], offset: 0 });
  for (const character of text) editor.insertText(character);
  return editor;
}

const htmlOf = (editor: Editor) => toHtml(editor.children as Block[]);

it.each([
  ['- one', '<ul><li>one</li></ul>'],
  ['* one', '<ul><li>one</li></ul>'],
  ['1. one', '<ol><li>one</li></ol>'],
  ['# Top', '<h1>Top</h1>'],
  ['## Part', '<h2>Part</h2>'],
  ['> said', '<blockquote>said</blockquote>'],
])('formats a paragraph that starts with %j', (text, html) => {
  expect(htmlOf(type(text))).toBe(html);
});

it.each([
  ['a - b', '<p>a - b</p>'],
  ['-one', '<p>-one</p>'],
  ['#### deep', '<p>#### deep</p>'],
])('leaves %j as it is', (text, html) => {
  expect(htmlOf(type(text))).toBe(html);
});

it('applies at the start only, and once', () => {
  expect(htmlOf(type('- - x'))).toBe('<ul><li>- x</li></ul>');
});

it('gives the characters back on undo', () => {
  const editor = type('- ');
  editor.undo();
  expect(htmlOf(editor)).not.toContain('<ul>');
});
