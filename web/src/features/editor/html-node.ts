/** The part of a parsed document that the conversion needs. */
export type HtmlNode =
  | { kind: 'text'; text: string }
  | {
      kind: 'element';
      /** Lower case. */
      name: string;
      attribute(name: string): string;
      children: HtmlNode[];
    };

/** Parses in the browser without running scripts or loading resources. */
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
