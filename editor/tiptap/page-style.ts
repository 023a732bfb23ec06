import pageCss from './page.css?raw';

/** Gives the page, or the shadow root the editor is in, the style of what is shown in the document; once. */
export function styleDocument(root: Document | ShadowRoot): void {
  if (root.adoptedStyleSheets.some((sheet) => sheet.cssRules[0]?.cssText.includes('docent-passage'))) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(pageCss);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
