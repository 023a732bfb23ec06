import pageCss from './page.css?raw';

/** Adds the style sheet of the decorations to the page, or to the editor's shadow root; once. */
export function styleDocument(root: Document | ShadowRoot): void {
  if (root.adoptedStyleSheets.some((sheet) => sheet.cssRules[0]?.cssText.includes('docent-passage'))) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(pageCss);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
