import type { Inline, Marks, RichText } from './rich-text.ts';

/** A run of text with the same marks in the same link. */
export type Run = { text: string; marks: Marks; link: { href: string } | null; isBreak?: boolean };

/** Collapses white space as browsers do. */
export function collapseRuns(runs: readonly Run[]): Run[] {
  const shown: Run[] = [];
  let isAfterSpace = true;
  for (const run of runs) {
    if (run.isBreak) {
      trimEnd(shown);
      shown.push({ ...run, text: '\n' });
      isAfterSpace = true;
      continue;
    }
    const spaced = run.text.replace(/[ \t\n\r\f]+/g, ' ');
    const text: string = isAfterSpace ? spaced.replace(/^ /, '') : spaced;
    if (text === '') continue;
    isAfterSpace = text.endsWith(' ');
    shown.push({ ...run, text });
  }
  trimEnd(shown);
  if (shown.at(-1)?.isBreak) shown.pop();
  return shown.map((run) => ({ ...run, text: run.text.replaceAll('\u00a0', ' ') }));
}

function trimEnd(runs: Run[]): void {
  const last = runs.pop();
  if (!last) return;
  const text = last.isBreak ? last.text : last.text.replace(/ $/, '');
  if (text !== '') runs.push({ ...last, text });
}

/** Slate's normal form: merges equal neighbours and puts text on both sides of links. */
export function childrenOf(runs: readonly Run[]): Inline[] {
  const children: Inline[] = [{ text: '' }];
  let open: Run['link'] = null;
  for (const { text, marks, link } of runs) {
    const leaf: RichText = { text, ...marks };
    const inside = children.at(-2);
    if (!link) addLeaf(children, leaf);
    else if (link === open && inside && 'href' in inside) addLeaf(inside.children, leaf);
    else children.push({ type: 'link', href: link.href, children: [leaf] }, { text: '' });
    open = link;
  }
  return children;
}

function addLeaf(leaves: Inline[], leaf: RichText): void {
  const last = leaves.at(-1);
  if (!last || !('text' in last)) leaves.push(leaf);
  else if (last.text === '') leaves[leaves.length - 1] = leaf;
  else if (marksKey(last) === marksKey(leaf)) last.text += leaf.text;
  else leaves.push(leaf);
}

function marksKey(leaf: RichText): string {
  const { bold, italic, underline, strike, color, background } = leaf;
  return JSON.stringify([bold, italic, underline, strike, color, background]);
}
