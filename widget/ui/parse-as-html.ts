/** Lit parses its templates as what the page is. A page of XHTML would parse them as XML, which they are not. */
if (document.contentType !== 'text/html')
  Object.assign(globalThis, {
    litHtmlPolyfillSupport(template: { createElement: (markup: string) => Element }) {
      const html = document.implementation.createHTMLDocument();
      template.createElement = (markup) => {
        const element = html.createElement('template');
        element.innerHTML = markup;
        return element;
      };
    },
  });
