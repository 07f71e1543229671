import fc from 'fast-check';
import { createEditor, Editor } from 'slate';
import { describe, expect, it } from 'vitest';
import { fromHtml } from './from-html.ts';
import { parseForTest as parse } from './parse-for-test.ts';
import type { Block, RichText } from './rich-text.ts';
import { toHtml } from './to-html.ts';
import { withRichText } from './with-rich-text.ts';

describe('HTML round trip', () => {
  it('returns the same text for any document', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (written) => {
        const text = normalised(written);
        const html = toHtml(text);
        fc.pre(html !== '');
        expect(fromHtml(parse(html))).toEqual(text);
      }),
      { numRuns: 250 },
    );
  });

  it('returns the HTML that the server stores', () => {
    const kept =
      '<h1>A</h1><h2>B</h2><h3>C</h3><p>d<br><strong>e</strong><em>f</em><u>g</u><s>h</s></p>' +
      '<ol><li>i</li><li>j</li></ol><ul><li>k</li></ul><blockquote>l</blockquote><p><br></p>' +
      '<p><span style="color:#b3481e;background-color:rgb(1, 2, 3)">m &amp; &lt;n&gt;</span></p>' +
      '<p>a  <a href="https://example.com/?a=1&amp;b=2">o <strong>p</strong></a></p>' +
      '<img src="/api/images/a1-b2.png" alt="A &quot;map&quot;">';
    expect(toHtml(fromHtml(parse(kept)))).toBe(kept.replace('a  <a', 'a <a'));
  });

  it.each(['', '   ', '<p></p>', '<p><br></p>', '<p>&nbsp;</p><ul><li></li></ul>'])(
    '%j has no content',
    (html) => {
      expect(toHtml(fromHtml(parse(html)))).toBe('');
    },
  );
});

describe('HTML from other sources', () => {
  it.each([
    ['<p> a\n  b </p>\n<p>c</p>', '<p>a b</p><p>c</p>'],
    ['<div>a<div>b</div>c</div>', '<p>a</p><p>b</p><p>c</p>'],
    ['<p>a<br></p>', '<p>a</p>'],
    ['<p>a <b> b</b></p>', '<p>a <strong>b</strong></p>'],
    ['<h5>a</h5>', '<h3>a</h3>'],
    [
      '<ol><li><p>a</p></li><li>b<ul><li>c</li></ul></li></ol>',
      '<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>',
    ],
    ['<p>a<script>b</script><style>c</style></p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
    ['<a href=" https://x.example">a</a>', '<p>a</p>'],
    [
      '<p>a<img src="https://x.example/a.png"><img src="data:image/png;base64,AA">b</p>',
      '<p>ab</p>',
    ],
    [
      '<p>a<img src="/api/images/x.png">b</p>',
      '<p>a</p><img src="/api/images/x.png" alt=""><p>b</p>',
    ],
    ['<p style="color:red">a</p>', '<p><span style="color:red">a</span></p>'],
    ['<p style="color:transparent;background-color:url(x)">a</p>', '<p>a</p>'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '<p>a b</p>'],
  ])('normalises %s', (html, expected) => {
    expect(toHtml(fromHtml(parse(html)))).toBe(expected);
  });

  it('removes unsupported formatting from pasted HTML', () => {
    const word =
      '<p class=MsoNormal style="color:black"><b><span style="font-family:Arial">Bold</span></b><o:p></o:p></p>' +
      '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>  </span></span>One</p>' +
      '<p class=MsoListParagraph style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">1.<span>  </span></span>Two</p>';
    expect(toHtml(fromHtml(parse(word), { isPasted: true }))).toBe(
      '<p><strong>Bold</strong></p><ul><li>One</li></ul><ol><li>Two</li></ol>',
    );
    const docs =
      '<b style="font-weight:normal" id="docs-internal-guid"><p><span style="font-weight:700;color:#fff">a</span>' +
      '<span style="font-style:italic;text-decoration:line-through">b</span></p></b>';
    expect(toHtml(fromHtml(parse(docs), { isPasted: true }))).toBe(
      '<p><strong>a</strong><em><s>b</s></em></p>',
    );
  });
});

// HTML cannot hold other white space as text, nor the character that replaces a kept space.
const anything = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((any) => any.replace(/[\t\r\f\0\u00a0]/g, ' '));
const specialCharacters = fc.string({
  unit: fc.constantFrom(' ', ' ', '\n', 'a', '<', '&', '"', '&nbsp;', '😀'),
  maxLength: 8,
});
const text = fc.oneof(anything, specialCharacters);
const marks = fc.record(
  {
    bold: fc.constant(true as const),
    italic: fc.constant(true as const),
    underline: fc.constant(true as const),
    strike: fc.constant(true as const),
    color: fc.constantFrom('#c93a40', 'rgb(1, 2, 3)'),
    background: fc.constantFrom('#fff3b0', 'yellow'),
  },
  { requiredKeys: [] },
);
// Marks on empty text are not written.
const leaf = fc
  .tuple(text, marks)
  .map(([written, own]): RichText => ({ text: written, ...(written && own) }));
const leaves = fc.array(leaf, { minLength: 1, maxLength: 4 });
const link = fc.record({
  type: fc.constant('link' as const),
  href: fc.constantFrom('https://example.com/?a=1&b="2"', 'mailto:a@b.example', 'tel:+18005550100'),
  children: leaves,
});
const children = fc.array(fc.oneof(leaf, link), { minLength: 1, maxLength: 4 });
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant('paragraph' as const), children }),
  fc.record({ type: fc.constant('quote' as const), children }),
  fc.record({ type: fc.constant('heading' as const), level: fc.constantFrom(1, 2, 3), children }),
  fc.record({ type: fc.constant('item' as const), ordered: fc.boolean(), children }),
  fc.record({
    type: fc.constant('image' as const),
    src: fc.constant('/api/images/0a1b.png'),
    alt: text,
    children: fc.constant([{ text: '' }]),
  }),
) as fc.Arbitrary<Block>;

/** Normalised by the editor. */
function normalised(blocks: Block[]): Block[] {
  const editor = withRichText(createEditor());
  editor.children = blocks;
  Editor.normalize(editor, { force: true });
  return editor.children as Block[];
}
