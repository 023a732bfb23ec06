/** Gives the tree that an element stands in the styles that its module brings along. */
export function bringStyles(element: Element, css: string): void {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot) || hasBrought.get(root)?.has(css)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
  hasBrought.set(root, new Set(hasBrought.get(root)).add(css));
}

const hasBrought = new WeakMap<ShadowRoot, ReadonlySet<string>>();
