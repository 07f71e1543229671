import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitiseHtml } from './sanitise-html.ts';

describe('P-3.6 HTML from the editor', () => {
  it('keeps all formatting of the editor', () => {
    const html =
      '<h1>A</h1><h2>B</h2><h3>C</h3><p>d<br /><strong>e</strong><em>f</em><u>g</u><s>h</s></p>' +
      '<ol><li>i</li></ol><ul><li>j</li></ul><blockquote>k</blockquote>' +
      '<p><span style="color:#b3481e;background-color:rgb(1, 2, 3)">l</span></p>' +
      '<p><a href="https://example.com/?a=1&amp;b=2" rel="noopener">m</a> <a href="/hunts" rel="noopener">n</a></p>' +
      '<img src="/api/images/a1-b2.png" alt="A &quot;map&quot;" width="300" />';
    expect(sanitiseHtml(html)).toBe(html);
  });

  it.each([
    ['<script>alert(1)</script>x', 'x'],
    ['<img src="/api/images/a.png" onerror="alert(1)">', '<img src="/api/images/a.png" alt="" />'],
    ['<p onclick="x()" style="color:red" class="c" id="i">x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener">x</a>'],
    ['<a href="JaVa&#09;ScRiPt:alert(1)">x</a>', '<a rel="noopener">x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a rel="noopener">x</a>'],
    ['<a href="//evil.example">x</a>', '<a rel="noopener">x</a>'],
    [
      '<a href="https://a.example" target="_blank">x</a>',
      '<a href="https://a.example" rel="noopener">x</a>',
    ],
    ['<form action="/x"><input name="a"><button>Go</button></form>', 'Go'],
    ['<iframe src="https://a.example">y</iframe>x', 'x'],
    ['<svg><a href="https://a.example">y</a></svg>x', 'x'],
    [
      '<style>p{display:none}</style><link rel="stylesheet" href="/x"><meta http-equiv="refresh">x',
      'x',
    ],
  ])('reduces %s', (html, left) => {
    expect(sanitiseHtml(html)).toBe(left);
  });

  it.each([
    'data:image/png;base64,AAAA',
    'https://evil.example/a.png',
    '//evil.example/api/images/a.png',
    '/api/images/../../account/delete.png',
    '/api/images/a.png?track=1',
    'javascript:alert(1)',
  ])('drops an image from %s', (src) => {
    expect(sanitiseHtml(`<img src="${src}">`)).toBe('');
  });

  it.each([
    ...['display:none', 'position:fixed', 'font-size:0', 'opacity:0', 'color:transparent'],
    ...['color:rgba(0,0,0,0)', 'background-color:url(https://a.example)', 'background:url(x)'],
    ...['color:expression(alert(1))', 'color:var(--x)', 'color:red;display:none;width:0'],
  ])('removes styles that hide or fetch: %s', (style) => {
    const allowed = ['<span>x</span>', '<span style="color:red">x</span>'];
    expect(allowed).toContain(sanitiseHtml(`<span style="${style}">x</span>`));
  });

  it('output contains only allowed tags and attributes for arbitrary input, and is idempotent', () => {
    fc.assert(
      fc.property(hostileHtml, (html) => {
        const clean = sanitiseHtml(html);
        expect(clean.replace(ALLOWED, '')).not.toMatch(/[<>]/);
        expect(clean).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript)/i);
        expect(sanitiseHtml(clean)).toBe(clean);
      }),
      { numRuns: 500 },
    );
  });
});

/** Every tag as the sanitiser writes it; any other `<` is a foreign tag. */
const ALLOWED = new RegExp(
  [
    '</?(?:h[123]|p|blockquote|ol|ul|li|strong|b|em|i|u|s|strike|span|a)>',
    '<br />',
    '<span style="(?:;?(?:color|background-color):[^":;<>]+)+">',
    '<a(?: href="[^"<>]*")?(?: rel="noopener")?>',
    '<img src="/(?:api/)?images/[^"<>]+" alt="[^"<>]*"(?: width="\\d+")?(?: height="\\d+")? />',
  ].join('|'),
  'g',
);

const hostileHtml = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '<',
          '>',
          '"',
          "'",
          '/',
          '=',
          ' ',
          '&',
          ';',
          '&lt;',
          '&#60;',
          '<!--',
          '-->',
          '\0',
          '\n',
        ],
        ...[
          '<![CDATA[',
          ']]>',
          '<script',
          '</script>',
          '<svg',
          '<math',
          '<style>',
          '</style>',
          '<p',
        ],
        ...[
          '<a href=',
          '<img src=',
          ' onerror=',
          ' onload=alert(1)',
          'javascript:',
          'data:text/html',
        ],
        ...['<span style=', 'color:', 'url(', '/api/images/a.png', 'https://a.example', '<iframe'],
        ...[
          '<form>',
          '<template>',
          '</p>',
          '<xmp>',
          '<noscript>',
          '<textarea>',
          '<select><option>',
        ],
      ),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));
