/** As much of a parsed document as reading a text from it needs. */
export type HtmlNode =
  | { kind: 'text'; text: string }
  | {
      kind: 'element';
      /** In lower case. */
      name: string;
      attribute(name: string): string;
      children: HtmlNode[];
    };

/** Parsed by the browser, without running or fetching anything. */
export function parseHtml(html: string): HtmlNode[] {
  return nodesIn(new DOMParser().parseFromString(html, 'text/html').body);
}

function nodesIn(parent: Node): HtmlNode[] {
  return [...parent.childNodes].flatMap((node): HtmlNode[] => {
    if (node instanceof Text) return [{ kind: 'text', text: node.data }];
    if (!(node instanceof Element)) return [];
    return [
      {
        kind: 'element',
        name: node.localName,
        attribute: (name) => node.getAttribute(name) ?? '',
        children: nodesIn(node),
      },
    ];
  });
}
