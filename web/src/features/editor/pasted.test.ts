import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromHtml } from './from-html.ts';
import { parseForTest } from './parse-for-test.ts';
import { toHtml } from './to-html.ts';

// Shortened clipboard contents of these programs.
it('keeps the text of Word without its page formatting', () => {
  expect(pasted('word')).toEqual([
    '<h1>The Troll’s Toll</h1>',
    '<h2>Before you go</h2>',
    '<p>Read the <strong>third clue</strong> <em>twice</em>, <u>slowly</u>, and not <s>at night</s>. Write to <a href="mailto:staff@example.com">staff@example.com</a> or see <a href="https://example.com/rules?a=1&amp;b=2">the rules</a>.</p>',
    '<ul><li>Water</li><li>A <strong>lamp</strong></li></ul>',
    '<ol><li>Walk</li><li>Look</li></ol>',
    '<p>Day</p>',
    '<p>Saturday</p>',
    '<p>Good luck.</p>',
  ]);
});

it('keeps the text of Google Docs', () => {
  expect(pasted('google-docs')).toEqual([
    '<h1>The Troll’s Toll</h1>',
    '<p>Read the <strong>third clue</strong><em> twice</em><u>, slowly</u><s>, at night</s>. See <a href="https://example.com/rules">the rules</a>.</p>',
    '<p><br></p>',
    '<ul><li>Water</li><li>A <strong>lamp</strong></li></ul>',
    '<ol><li>Walk</li></ol>',
  ]);
});

it('keeps the text of a web page and separates table cells', () => {
  expect(pasted('web-page')).toEqual([
    '<h3>Tide times</h3>',
    '<p>Low water is at <strong>6:10</strong> and the path is open.[1]</p>',
    '<p>Place Low</p>',
    '<p>Mill 6:10</p>',
    '<blockquote>Mind the weed.</blockquote>',
    '<p>Drawn by hand</p>',
    '<p>Your place</p>',
    '<p>More · <a href="https://example.com/tides">All tides</a></p>',
  ]);
});

/** The blocks as HTML, one per line. */
function pasted(name: string): string[] {
  const html = readFileSync(new URL(`./pasted/${name}.clipboard`, import.meta.url), 'utf8');
  const text = toHtml(fromHtml(parseForTest(html), { isPasted: true }));
  return text.split(/(?<=<\/(?:p|h[1-3]|ul|ol|blockquote)>)/);
}
