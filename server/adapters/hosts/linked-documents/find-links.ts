import { readHtml } from '../../../markup/html-events.ts';
import type { Article } from '../../../ports/host.ts';
import { documentKindOf } from '../../../kit/files/document-kind.ts';

/** Documents of one article; further ones are not read. */
const mostLinks = 200;

/** Addresses of documents that an article links to, as they are written. */
export function documentLinks({ body }: Pick<Article, 'body'>): readonly string[] {
  const found = new Set<string>();
  const take = (address: string) => {
    const path = address.replace(/[?#][^]*$/, '');
    if (found.size < mostLinks && documentKindOf(path)) found.add(address.replace(/#[^]*$/, ''));
  };
  if (body.format === 'markdown')
    for (const [, address = ''] of body.text.matchAll(/\]\(\s{0,9}<?([^\s()<>]{1,2000})/g)) take(address);
  // Markdown may contain HTML.
  if (/\.(?:pdf|docx|epub)/i.test(body.text))
    readHtml(body.text, {
      open: (name, attributes) => void (name === 'a' && take(attributes.get('href') ?? '')),
      close: () => {},
      text: () => {},
    });
  return [...found];
}
