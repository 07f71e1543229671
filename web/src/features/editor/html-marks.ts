import { isColour } from './colours.ts';
import type { HtmlNode } from './html-node.ts';
import type { BooleanMark, Marks } from './rich-text.ts';

type Element = Extract<HtmlNode, { kind: 'element' }>;

const BOOLEAN_MARKS: Record<string, BooleanMark> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
};

/** The marks inside an element, given those outside. */
export function marksIn(element: Element, outer: Marks, isPasted: boolean): Marks {
  const mark = BOOLEAN_MARKS[element.name];
  const marks = mark ? { ...outer, [mark]: true as const } : outer;
  const styles = stylesOf(element);
  return isPasted ? withPastedStyles(marks, styles) : withColours(marks, styles);
}

export function stylesOf(element: Element): Map<string, string> {
  const declarations = element.attribute('style').split(';');
  return new Map(
    declarations.map((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
}

function withColours(marks: Marks, styles: Map<string, string>): Marks {
  const color = styles.get('color') ?? '';
  const background = styles.get('background-color') ?? '';
  return {
    ...marks,
    ...(isColour(color) && { color }),
    ...(isColour(background) && { background }),
  };
}

/** Word and web pages format by styles; their colours are dropped. */
function withPastedStyles(outer: Marks, styles: Map<string, string>): Marks {
  const marks: Marks = { ...outer };
  const weight = styles.get('font-weight');
  if (weight && isBold(weight)) marks.bold = true;
  else if (weight) delete marks.bold;
  const fontStyle = styles.get('font-style');
  if (fontStyle === 'italic') marks.italic = true;
  else if (fontStyle === 'normal') delete marks.italic;
  const line = styles.get('text-decoration') ?? styles.get('text-decoration-line') ?? '';
  if (line.includes('underline')) marks.underline = true;
  if (line.includes('line-through')) marks.strike = true;
  return marks;
}

function isBold(weight: string): boolean {
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}
