import { parseDocument } from 'htmlparser2';
import type { HtmlNode } from './html-node.ts';

/** Replaces the browser's parser in tests. */
export function parseForTest(html: string): HtmlNode[] {
  return parseDocument(html).children.flatMap(adapt);
}

type Parsed = ReturnType<typeof parseDocument>['children'][number];

function adapt(node: Parsed): HtmlNode[] {
  if ('data' in node && node.type === 'text') return [{ kind: 'text', text: node.data }];
  if (!('attribs' in node)) return [];
  const attribute = (name: string) => node.attribs[name] ?? '';
  return [{ kind: 'element', name: node.name, attribute, children: node.children.flatMap(adapt) }];
}
