import { describe, expect, it } from 'vitest';
import { inlineStyles } from './inline-styles.ts';

describe('inlineStyles with colours of staff, in dark mode', () => {
  it.each([
    ['background-color:#fff3b0', 'ground'],
    ['color:#000000', 'ink'],
    ['color:#111', 'ink'],
    ['color:rgb(0, 0, 0)', 'ink'],
    ['color:black', 'ink'],
    ['color:#000;background-color:#fff3b0', null],
    ['background-color:#fff3b0;color:#000', null],
    ['color:#c93a40', null],
    ['color:#2f7d5b', null],
    ['color:white', null],
  ])('%s gets the class %s', (style, name) => {
    const span = `<span style="${style}">x</span>`;
    expect(inlineStyles(span)).toBe(name ? span.replace('<span', `<span class="${name}"`) : span);
  });

  it('does not change escaped text', () => {
    const text = '&lt;span style="color:#000"&gt;';
    expect(inlineStyles(`<p>${text}</p>`)).toContain(`>${text}</p>`);
  });
});
