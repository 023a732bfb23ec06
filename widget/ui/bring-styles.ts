/** Gives the tree that a node stands in the styles that its module brings along. */
export function bringStyles(node: Node, css: string): void {
  const root = node.getRootNode();
  if (!(root instanceof ShadowRoot) || hasBrought.get(root)?.has(css)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
  hasBrought.set(root, new Set(hasBrought.get(root)).add(css));
}

const hasBrought = new WeakMap<ShadowRoot, ReadonlySet<string>>();
